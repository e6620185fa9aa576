// SPDX-License-Identifier: MIT
//
// settings - the options of bitonic_sort, its rungs, and the sizes that suit a device.

#ifndef BITONIC_SORT_SETTINGS_H
#define BITONIC_SORT_SETTINGS_H

#include "shared/sort_options.h"

typedef struct {
    ocl_options options;
    keys_settings keys;
    size_t tile;    // keys of a tile; 0: the device decides
} bitonic_settings;

bitonic_settings bitonic_parse(int argc, char **argv);

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

// What kernels/bitonic_sort.cl is built with.
typedef struct {
    size_t lane_bits;    // 2^lane_bits keys per row
    size_t row_bits;     // a work-item holds 2^row_bits rows of a register tile
    size_t passes;       // of bitonic_sort_merge
    size_t tile_bits;    // 2^tile_bits keys per tile
    size_t group;        // work-items that share a tile
} bitonic_sizes;

bitonic_sizes bitonic_choose_sizes(const bitonic_settings *settings, cl_device_id device,
                                   const bitonic_rung *rung);

typedef struct {
    char text[200];
} bitonic_macros;
bitonic_macros bitonic_build_options(const bitonic_settings *settings, const bitonic_sizes *sizes);

// How many pairs of keys a sort compares, about.
double bitonic_comparisons(size_t n);

// Whether the rung is only for CPUs, this device is none, and --variant does not name the rung.
// Then a note says so.
bool bitonic_leaves_out(ocl_report *report, const ocl_env *env, const bitonic_rung *rung);

// Says which rung suits the device.
void bitonic_report_choice(ocl_report *report, cl_device_id device);

#endif
