// SPDX-License-Identifier: MIT
//
// answers - whether all runs of a kernel give the same answer.
//
// A race may show in one run of a hundred.  A sample compares the answer of its last run with the
// reference.  The answers of all runs get a fingerprint, outside the time that is measured:
//
//     for (size_t run = 0; run <= repeat; run++) {
//         ocl_poison_run(queue, d_y, bytes, run);
//         clEnqueueNDRangeKernel(..., &done);
//         ocl_times_take(&times, run, done);
//         ocl_answers_add(&answers, queue, d_y, bytes);
//     }
//
// ocl_verify_answers (verify.h) says whether all fingerprints are the same.  A trial (trial.h) does
// all this.

#ifndef OCL_ANSWERS_H
#define OCL_ANSWERS_H

#include "opencl.h"
#include "system/memory.h"

#include <stddef.h>
#include <stdint.h>

typedef struct {
    size_t count;        // fingerprints taken
    size_t different;    // of them, how many are unlike the first one
    size_t odd;          // the number of the first of these, counted from 0
    uint64_t first;      // the first fingerprint
    double spent_ns;     // by the host
} ocl_answers;

// Adds what the first `bytes` bytes of a buffer hold.  All commands of `queue` end before.  After a
// second in all, nothing is added any more: that only happens with outputs of gigabytes.
void ocl_answers_add(ocl_answers *answers, cl_command_queue queue, cl_mem output, size_t bytes);

// Adds an answer that is in host memory.
void ocl_answers_add_host(ocl_answers *answers, const void *output, size_t bytes);

// 64 bits that depend on every bit and its place.  One changed word always changes them.
uint64_t ocl_fingerprint(const void *data, size_t bytes);

// Fills a buffer with ocl_poison_byte before a run, so that an output which is never written cannot
// pass.  A kernel that looks at what it finds is noticed, too: some run finds something else.
void ocl_poison_run(cl_command_queue queue, cl_mem buffer, size_t bytes, size_t run);

// Poisons a buffer that kernels read, too: Oclgrind takes every number there for uninitialised
// after clEnqueueFillBuffer, even one that a kernel wrote since.  Writes from host memory.
void ocl_poison_write(cl_command_queue queue, cl_mem buffer, size_t bytes, size_t run);

#endif
