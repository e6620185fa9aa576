// SPDX-License-Identifier: MIT
//
// plan - which launches sort n keys: a list of them, in their order.

#ifndef BITONIC_SORT_PLAN_H
#define BITONIC_SORT_PLAN_H

#include "ocl.h"

// The kernels of a rung.  A rung without tiles has BITONIC_MERGE only.
enum { BITONIC_SORT_TILE, BITONIC_MERGE_TILE, BITONIC_MERGE, BITONIC_KERNELS };

// How a rung works.  The first stages sort one part of the keys after the other: a part stays in
// the last cache of a GPU or CPU between two launches.
typedef struct {
    size_t part_bits;    // 2^part_bits keys per part
    size_t tile_bits;    // 2^tile_bits keys per tile; 0: there are no tiles
    size_t lane_bits;    // 2^lane_bits keys per row
    size_t passes;       // of one BITONIC_MERGE
} bitonic_form;

// One launch.
typedef struct {
    int kernel;
    bool reads_input;        // the others read and write the result
    cl_uint bits;            // MERGE does the passes above stride 2^bits, MERGE_TILE those below
    cl_uint flip;            // MERGE: the first pass is a flip
    size_t offset, items;    // the first work-item, and how many; of tiles: work-groups
} bitonic_step;

typedef struct {
    size_t count;
    bitonic_step *steps;    // the caller's, to free
} bitonic_plan;

// n >= 1.
bitonic_plan bitonic_make_plan(const bitonic_form *form, size_t n);

#endif
