// SPDX-License-Identifier: MIT
//
// planted - elements that are changed before each run, so that every run has another answer.
//
// A kernel that finds the smallest of n elements once may still skip all others.  So each run hides
// a smaller (for max: larger) element in another place: the first element, the last ones, and
// places that the seed chooses.

#ifndef PLANTED_H
#define PLANTED_H

#include "ocl.h"

// Elements lie from SMALLEST to UINT32_MAX - SMALLEST: what is planted lies beyond.
enum { SMALLEST = 1000 };

// What is made of all elements.  kernels/reduce_operations.cl has the same numbers.  An argmin is
// the smallest element in the upper 32 bits and its place in the lower ones.
typedef enum { REDUCE_MIN, REDUCE_MAX, REDUCE_SUM, REDUCE_ARGMIN } reduce_operation;

typedef struct {
    reduce_operation operation;
    const uint32_t *x;
    size_t n;
    uint64_t seed;
    uint64_t answer;    // for x as it is
} planting_plan;

typedef struct {
    size_t places[2], count;    // argmin has a second place, the last one, which must not win
    uint32_t element;           // what lies there in this run
    uint64_t answer;            // of this run
} planted;

// What a run plants: run 0 nothing, every other run something else.
planted plant(const planting_plan *plan, size_t run);

// Puts the elements into the buffer before the run; and takes them out, so that it holds x again.
// The kernel stores one element; argument 0 is the buffer, argument 1 the place, argument 2 the
// element.
void put_planted(cl_command_queue queue, cl_kernel kernel, const planted *p);
void take_planted(cl_command_queue queue, cl_kernel kernel, const planted *p, const uint32_t *x);

// Compares the first bytes of the buffer, 4 or 8, with the answer.
ocl_result compare_answer(const char *what, cl_command_queue queue, cl_mem d_result, size_t bytes,
                          uint64_t answer);

// Random elements.
void make_elements(uint32_t *x, size_t n, uint64_t seed);

#endif
