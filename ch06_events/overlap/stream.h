// SPDX-License-Identifier: MIT
//
// overlap_stream - what overlap's pipeline is made of: queues, device buffers, host arrays, and the three
// commands of a block.

#ifndef OVERLAP_STREAM_H
#define OVERLAP_STREAM_H

#include "ocl.h"

enum { WRITE, KERNEL, READ, STAGES };
enum { MAX_BUFFERS = 3 };

// The generator that the kernel steps: x becomes MULTIPLIER * x + INCREMENT, modulo 2^32.
#define MULTIPLIER 1664525U
#define INCREMENT  1013904223U

typedef struct {
    const ocl_env *env;
    size_t n, block, blocks;    // numbers in all and in a block; the last one may have fewer
    cl_command_queue queues[STAGES];    // in-order, one a stage
    cl_kernel kernel;
    size_t local;
    cl_mem d_x[MAX_BUFFERS];    // of `block` numbers each
    uint32_t *x, *y;            // the host's n numbers: what is written, what is read
    cl_event *events;           // room for STAGES a block
} overlap_stream;

// Makes queues, kernel and buffers, not the arrays x and y.  Bytes are rounded up to whole numbers.
overlap_stream overlap_open(const ocl_env *env, size_t bytes, size_t block_bytes);
void overlap_close(overlap_stream *stream);

// How many steps the kernel takes; before its first launch.
void overlap_set_steps(overlap_stream *stream, size_t steps);

// Enqueues a stage of block i in buffer d_x, and sees that it is submitted.  Does not wait for it.
void overlap_enqueue(overlap_stream *stream, size_t stage, size_t i, cl_mem d_x, cl_uint wait_count,
                     const cl_event *wait, cl_event *done);

// One stage of all blocks and nothing else: nanoseconds, the best of `repeat` runs after a warm-up.
// KERNEL comes after WRITE: it needs something to work on.
double overlap_alone(overlap_stream *stream, size_t stage, size_t repeat);

// An array of the host: of malloc, which is pageable, or pinned.
typedef struct {
    cl_mem keeper;    // the mapped buffer that owns pinned memory; NULL for pageable memory
    void *host;
} overlap_array;

overlap_array overlap_array_new(const ocl_env *env, bool pinned, size_t bytes);
void overlap_array_free(const ocl_env *env, overlap_array array);

#endif
