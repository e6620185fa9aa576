// SPDX-License-Identifier: MIT
//
// problem - what work_sharing deals out, and the right answers.
//
// All numbers are whole and so small that no sum is rounded.  The answer is the same to the last
// bit, however the work is dealt out and in whatever order it is added up.

#ifndef WORK_SHARING_PROBLEM_H
#define WORK_SHARING_PROBLEM_H

#include "ocl.h"

enum { ALPHA = 3, ROWS = 8 };    // factor of the vector sum; rows per work-item of the product
enum { ARRAYS = 3 };             // the kernel's arguments: the output, then two inputs

typedef struct {
    float *host;
    size_t count, per_unit;    // per_unit is 0 when every device needs all of it
} problem_array;

// Work in units that do not need each other: elements of the sum, or rows of the product.
typedef struct {
    const char *name, *kernel, *unit;
    size_t units;
    size_t columns, depth;           // of the matrices; 0 for vectors
    problem_array arrays[ARRAYS];    // in the order of the kernel's arguments
    float *ref;                      // the expected output
    double work;                     // of one run, in the rate's unit: bytes, or operations
    const char *rate_unit;
} problem;

// Ends the program with a usage error when the vectors (of m * n elements) or matrices do not fit
// the device or the host, or when k is too large for whole numbers.
void problem_require_memory(cl_device_id device, size_t m, size_t n, size_t k);

// a = ALPHA * b + c, with vectors of n elements.
problem problem_saxpy(size_t n, uint64_t seed);

// c = a * b, with c of m x n, a of m x k, b of k x n.
problem problem_matmul(size_t m, size_t n, size_t k, uint64_t seed);

void problem_free(problem *p);

// Where the part of array i begins that belongs to the units from `first` on, and the bytes of
// `units` of them.
float *problem_start(const problem *p, size_t i, size_t first);
size_t problem_bytes(const problem *p, size_t i, size_t units);

// The number of units that is nearest to this fraction of all; rounded to 64 where there are many.
size_t problem_fraction(const problem *p, double fraction);

#endif
