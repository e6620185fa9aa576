// SPDX-License-Identifier: MIT
//
// pinned - host memory that stays where it is.
//
// A GPU fetches pinned memory over the bus by itself, while the host goes on, and several times as
// fast as ordinary memory, which the driver has to copy to pinned memory first.  A buffer with
// CL_MEM_ALLOC_HOST_PTR has such memory where there is any.  The host may use it while the buffer
// is mapped: here that is from pinned_open to pinned_close.

#ifndef CLUSTER_PINNED_H
#define CLUSTER_PINNED_H

#include "ocl.h"

typedef struct {
    cl_mem buffer;
    float *x;    // where it is mapped
    size_t bytes;
} pinned;

// Of env, it uses context and queue.
pinned pinned_open(const ocl_env *env, size_t floats);
void pinned_close(const ocl_env *env, const pinned *memory);

// From now on nobody changes what is there.  So kernels may read the buffer, too.
void pinned_keep(const ocl_env *env, pinned *memory);

#endif
