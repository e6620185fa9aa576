// SPDX-License-Identifier: MIT
//
// plan - how radix_sort_unstable divides the work on this device.

#ifndef RADIX_SORT_UNSTABLE_PLAN_H
#define RADIX_SORT_UNSTABLE_PLAN_H

#include "shared/keys/keys.h"

// Lists on the device.  There are two of some: for level 0 and for the others, or for levels in
// turn.
enum {
    CURSORS,
    TILE_STARTS = CURSORS + 2,
    LARGE = TILE_STARTS + 2,
    SMALL_BUCKETS = LARGE + 2,
    STATE,
    LISTS
};

enum { LEVELS = 4, MAX_BITS = 10, COPIES = 8, APART = 16 };

// Work-groups.  radix_crowded needs one work-item per small bucket, to look at all; so many more
// work-groups share the crowded ones.
enum { MAX_SMALL_GROUPS = 1 << 14, CROWDED_GROUPS = 1 << 10 };

typedef struct {
    ocl_options options;
    keys_settings keys;
    size_t group;    // work-items per work-group; 0: the device decides
} unstable_settings;

typedef struct {
    size_t group, items, tile;    // work-items, keys per work-item, keys of a tile
    cl_uint bits[LEVELS];         // of the digit of each level; 32 in all
    cl_uint shift[LEVELS];        // the bits below it
    cl_uint small_bits;           // of the digit in radix_small
    size_t most_alike;            // keys with one digit in a bucket that is not crowded
    size_t parents[LEVELS];       // the most buckets that a level divides
    size_t max_parents, max_children, max_small;
    size_t list_bytes[LISTS];
} unstable_plan;

// After two levels a bucket of random keys fits a tile; the other levels are for skewed keys.
unstable_plan unstable_make_plan(const unstable_settings *settings, cl_device_id device);

// The options that kernels/radix_sort_unstable.cl is built with.
typedef struct {
    char text[200];
} unstable_macros;
unstable_macros unstable_build_options(const unstable_settings *settings,
                                       const unstable_plan *plan);

// All buffers, in bytes.
double unstable_buffer_bytes(const unstable_plan *plan, size_t n);

#endif
