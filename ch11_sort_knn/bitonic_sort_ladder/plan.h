// SPDX-License-Identifier: MIT
//
// plan - which launches of bitonic_sort_ladder_fast.cl sort n keys: a list of them, in their order.

#ifndef BITONIC_SORT_PLAN_H
#define BITONIC_SORT_PLAN_H

#include "rungs.h"

// One launch.  Its stride_bits stands for the stride 2^stride_bits.
typedef struct {
    int kernel;
    bool reads_input;        // the others read and write the result
    cl_uint stride_bits;     // the last pass of MERGE has this stride; MERGE_TILE: all below it
    cl_uint flip;            // MERGE: the first pass is a flip
    size_t offset, items;    // the first work-item, and how many; of tiles: work-groups
} bitonic_step;

typedef struct {
    size_t count;
    bitonic_step *steps;    // the caller's, to free
} bitonic_plan;

// n >= 1.  The first stages sort one part of the keys after the other: a part stays in the last
// cache of a GPU or CPU between two launches.
bitonic_plan bitonic_make_plan(const bitonic_sizes *sizes, size_t n);

#endif
