// SPDX-License-Identifier: MIT
//
// planted - elements that are changed before each run, so that every run has another answer.
//
// A kernel that finds the smallest of n elements once may still skip all others.  So each run hides
// a smaller (for max: larger) element in another place: the first element, the last ones, and
// places that the seed chooses.

#ifndef PLANTED_H
#define PLANTED_H

#include "min_reduce/settings.h"

// Elements lie from SMALLEST to UINT32_MAX - SMALLEST: what is planted lies beyond.
enum { SMALLEST = 1000 };

typedef struct {
    size_t places[2], count;    // argmin has a second place, the last one, which must not win
    uint32_t element;           // what lies there in this run
    uint64_t answer;            // of this run
} planted;

// What run 1, 2, ... plants.  `whole` is the answer for x as it is.
planted plant(const reduce_settings *settings, size_t run, const uint32_t *x, uint64_t whole);

// Puts the elements into the buffer before the run; and takes them out, so that it holds x again.
// The kernel is min_reduce_plant, with the buffer as argument 0.
void put_planted(cl_command_queue queue, cl_kernel kernel, const planted *p);
void take_planted(cl_command_queue queue, cl_kernel kernel, const planted *p, const uint32_t *x);

// Compares the buffer's first 4 or 8 bytes.
ocl_result compare_answer(const char *what, cl_command_queue queue, cl_mem d_result, size_t bytes,
                          uint64_t want);

// Random elements.
void make_elements(uint32_t *x, size_t n, uint64_t seed);

#endif
