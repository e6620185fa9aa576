// SPDX-License-Identifier: MIT
//
// pinned - host memory that stays where it is.
//
// A GPU fetches pinned memory over the bus by itself, while the host goes on, and several times as
// fast as ordinary memory, which the driver has to copy to pinned memory first.  A driver pins the
// memory of a buffer with CL_MEM_ALLOC_HOST_PTR, and often memory that is there already, if a
// buffer is made of it (CL_MEM_USE_HOST_PTR).  The host may use the memory while the buffer is
// mapped: here that is from pinned_open to pinned_close.

#ifndef CLUSTER_PINNED_H
#define CLUSTER_PINNED_H

#include "ocl.h"

typedef struct {
    cl_mem buffer;
    void *x;    // where it is mapped
    size_t bytes;
} pinned;

// New memory; of env, it uses context and queue.
pinned pinned_open(const ocl_env *env, size_t bytes);
void pinned_close(const ocl_env *env, const pinned *memory);

// Memory of somebody else, of whole pages (PINNED_PAGE).  What it holds is lost if `is_new`; else
// nobody changes it any more, and kernels may read the buffer, too.
enum { PINNED_PAGE = 4096 };
pinned pinned_open_at(const ocl_env *env, void *at, size_t bytes, bool is_new);

// From now on nobody changes what is there.  So kernels may read the buffer, too.
void pinned_keep(const ocl_env *env, pinned *memory);

#endif
