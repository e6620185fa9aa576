// SPDX-License-Identifier: MIT
//
// settings - the options of bitonic_sort, its rungs, and the sizes that suit a device.

#ifndef BITONIC_SORT_SETTINGS_H
#define BITONIC_SORT_SETTINGS_H

#include "shared/keys.h"

typedef struct {
    ocl_options options;
    keys_settings keys;
    size_t tile;    // keys of a tile; 0: the device decides
} bitonic_settings;

bitonic_settings bitonic_parse(int argc, char **argv);

// What kernels/bitonic_sort.cl is built with.
typedef struct {
    size_t lane_bits;    // 2^lane_bits keys per row
    size_t row_bits;     // rows that a work-item holds in a register tile
    size_t passes;       // of bitonic_sort_merge
    size_t tile_bits;    // keys of a tile
    size_t group;        // work-items that share a tile
} bitonic_sizes;

// With rows of one key, or of 16 keys: then a work-item has a tile of its own.
bitonic_sizes bitonic_choose_sizes(const bitonic_settings *settings, cl_device_id device,
                                   bool vectors);

// A rung of the ladder: its kernels.
typedef struct {
    const char *name;
    const char *sort_tile, *merge_tile;    // NULL: no tiles
    const char *merge;                     // passes on global memory
    bool one_pass;                         // per launch of `merge`
    bool vectors;                          // rows of 16 keys
} bitonic_rung;

enum { BITONIC_RUNGS = 5 };
extern const bitonic_rung BITONIC_LADDER[BITONIC_RUNGS];

#endif
