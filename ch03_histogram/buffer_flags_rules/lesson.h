// SPDX-License-Identifier: MIT
//
// lesson - the numbers on the host, and what kernels do with them on the device.

#ifndef BUFFER_FLAGS_LESSON_H
#define BUFFER_FLAGS_LESSON_H

#include "ocl.h"

typedef struct {
    const ocl_env *env;
    size_t n, bytes;
    uint32_t *x, *z;        // n random numbers each
    uint32_t *x1, *x2;      // x[i] + 1, x[i] + 2
    uint32_t *array;        // of 2 n numbers, for buffers in the host's memory
    uint32_t *y;            // for what comes from the device
    cl_mem d_z, d_plain;    // z; without flags, so that the host may read it
    cl_program program;
    cl_kernel copy, increment;
} lesson;

// Makes everything for n numbers.  Exits with OCL_EXIT_USAGE where they do not fit.
lesson open_lesson(const ocl_env *env, size_t n);
void close_lesson(lesson *l);

// A kernel adds 1 to each number of the buffer.  It needs a buffer with CL_MEM_READ_WRITE.
cl_int increment(const lesson *l, cl_mem buffer);

// A kernel copies a buffer.
cl_int copy_by_kernel(const lesson *l, cl_mem to, cl_mem from);

// Gets the contents of any buffer into y.  The flags bind the host, not the device: it may copy the
// buffer into one that the host may read.
void get_contents(const lesson *l, cl_mem buffer);

// Gets the contents of a buffer and compares them.
ocl_result verify_contents(const lesson *l, const char *what, cl_mem buffer, const uint32_t *ref);

#endif
