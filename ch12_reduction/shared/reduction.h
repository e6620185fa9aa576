// SPDX-License-Identifier: MIT
//
// reduction - how a reduction divides the elements on this device, and the options that choose it;
// elements of which every run has another answer.

#ifndef CH12_REDUCTION_H
#define CH12_REDUCTION_H

#include "ocl.h"

typedef struct {
    size_t access;    // 0: the device decides; 1: contiguous; 2: strided
    size_t groups;    // work-groups; 0: the device decides
    size_t local;     // work-items per work-group; 0: the device decides
} reduce_choice;

// Parses the command line over the usual defaults, with the options of the choice and further ones:
// about.own, or NULL.  Exits where an option cannot be.
ocl_options reduce_parse(int argc, char **argv, const ocl_about *about, reduce_choice *choice);

// A CPU gets a few work-items per core, each alone in its work-group, and each reads its own part.
// Other devices get many work-groups per compute unit, and neighbours read neighbours.
typedef struct {
    size_t local, groups;    // work-items per work-group, work-groups
    cl_uint contiguous;      // 1 or 0
} reduce_division;

reduce_division reduce_divide(const reduce_choice *choice, cl_device_id device);

// A new buffer with an empty slot of so many words per work-group, and one that counts.
cl_mem reduce_slots(const ocl_env *env, const reduce_division *division, size_t words);

// --- elements that are changed before each run, so that every run has another answer
//
// A kernel that finds the smallest of n elements once may still skip all others.  So each run hides
// a smaller (for max: larger) element in another place: the first element, the last ones, and
// places that the seed chooses.

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
