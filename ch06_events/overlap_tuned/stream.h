// SPDX-License-Identifier: MIT
//
// stream - numbers that go through the device in blocks.

#ifndef OVERLAP_STREAM_H
#define OVERLAP_STREAM_H

#include "host_memory.h"

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
