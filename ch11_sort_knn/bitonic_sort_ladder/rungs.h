// SPDX-License-Identifier: MIT
//
// rungs - the rungs, their options, the sizes that suit a device, and the launches of the fast
// rungs.

#ifndef BITONIC_SORT_RUNGS_H
#define BITONIC_SORT_RUNGS_H

#include "shared/keys/keys.h"

// The rungs.  The first two are plain (bitonic_sort_ladder.cl), the others fast
// (bitonic_sort_ladder_fast.cl).
enum { ONE_PASS, TILES, REGISTERS, REGISTER_TILES, VECTORS, BITONIC_RUNGS };
extern const char *const BITONIC_VARIANTS[];

// The kernels of a rung.  Passes on global memory are done by the third one.
enum {
    BITONIC_SORT_TILE,
    BITONIC_MERGE_TILE,
    BITONIC_ONE_PASS,
    BITONIC_MERGE = BITONIC_ONE_PASS,
    BITONIC_TO_RANKS,    // of plain rungs only, as the next one
    BITONIC_TO_KEYS,
    BITONIC_KERNELS
};

typedef struct {
    ocl_options options;
    keys_settings keys;
    size_t tile;    // keys of a tile; 0: the device decides
} bitonic_settings;

bitonic_settings bitonic_parse(int argc, char **argv);

// What the kernels are built with.
typedef struct {
    size_t lane_bits;    // 2^lane_bits keys per row
    size_t row_bits;     // a work-item holds 2^row_bits rows of a register tile
    size_t passes;       // of bitonic_sort_merge
    size_t tile_bits;    // 2^tile_bits keys per tile
    size_t group;        // work-items that share a tile
} bitonic_sizes;

bitonic_sizes bitonic_choose_sizes(const bitonic_settings *settings, cl_device_id device, int rung);

// The macros of bitonic_sort_ladder.cl and of bitonic_sort_ladder_fast.cl.
typedef struct {
    char text[200];
} bitonic_macros;
bitonic_macros bitonic_build_options(const bitonic_settings *settings, const bitonic_sizes *sizes);

// How many pairs of keys a sort compares, about.
double bitonic_comparisons(size_t n);

// Whether --variant asks for this rung and it sorts such keys: plain rungs sort no pairs.  Then a
// note says so; bitonic_parse has refused --pairs where --variant names such a rung.
bool bitonic_wants(ocl_report *report, const bitonic_settings *settings, int rung);

// How many launches a sort of each rung has; 0: it did not run.
void bitonic_report_launches(ocl_report *report, const size_t launches[BITONIC_RUNGS]);

// Says which rung suits the device.
void bitonic_report_choice(ocl_report *report, cl_device_id device);

// --- the launches of bitonic_sort_ladder_fast.cl that sort n keys: a list of them, in their order

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
