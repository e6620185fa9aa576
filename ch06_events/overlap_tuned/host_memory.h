// SPDX-License-Identifier: MIT
//
// host_memory - the host's two arrays, in pinned or in pageable memory.

#ifndef HOST_MEMORY_H
#define HOST_MEMORY_H

#include "ocl.h"

// Pageable memory comes from malloc.  Pinned memory comes from the driver, which keeps it at a
// fixed place: a copy engine can read and write it at any time.
typedef struct {
    uint32_t *x, *y;
    cl_mem x_owner,
        y_owner;    // the mapped buffers that own pinned memory; NULL for pageable memory
} host_memory;

// Two arrays of n numbers; x is filled from the seed.
host_memory host_memory_new(const ocl_env *env, bool pinned, size_t n);

void host_memory_free(const ocl_env *env, host_memory *memory);

#endif
