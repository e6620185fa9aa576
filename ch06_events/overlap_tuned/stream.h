// SPDX-License-Identifier: MIT
//
// stream - numbers that go through the device in blocks, and the host's two arrays, in pinned or in
// pageable memory.

#ifndef OVERLAP_STREAM_H
#define OVERLAP_STREAM_H

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

enum { WRITE, KERNEL, READ, STAGES };    // of a block, in this order
enum { MAX_BUFFERS = 4 };

typedef struct {
    host_memory host;           // n numbers each: x is written, y is read back
    size_t n, block, blocks;    // numbers in all and per block; the last block may have fewer
    cl_mem d_x[MAX_BUFFERS];    // of `block` numbers each
    cl_kernel kernel;
    size_t local;
    cl_uint steps;    // of the kernel, per number
} overlap_stream;

// The first number of block i, and how many it has.
size_t stream_first(const overlap_stream *s, size_t i);
size_t stream_count(const overlap_stream *s, size_t i);

#endif
