// SPDX-License-Identifier: MIT
//
// shapes - the command line of transpose, and the work-group that each variant has on a device.

#ifndef TRANSPOSE_SHAPES_H
#define TRANSPOSE_SHAPES_H

#include "ocl.h"

// strips is for CPUs.  What comes after tiled and before strips is for GPUs.
enum {
    COALESCED_READS,
    COALESCED_WRITES,
    TILED,
    PADDED,
    BLOCKED,
    VECTOR,
    ORDERED,
    STRIPS,
    VARIANT_COUNT
};

// The names of the variants, ended by NULL.
extern const char *const TRANSPOSE_VARIANTS[];

typedef struct {
    ocl_options options;
    size_t tile;          // side of the tile of blocked and later
    size_t work_items;    // per work-group of these, at most; 0: up to 256
    size_t order, band;
    const char *order_name;
} transpose_settings;

transpose_settings transpose_parse(int argc, char **argv);

// Columns and rows of A, in this order; of B for coalesced_writes.
typedef struct {
    size_t each[2];     // elements that a work-item moves
    size_t items[2];    // work-items of a work-group, powers of two
} transpose_shape;

typedef struct {
    size_t side;    // of the tile of tiled and padded: as large as a work-group may be
    size_t blocked_rows, vector_rows;    // of work-items in a work-group
    size_t band;                         // rows of tiles, at most all of them
    transpose_shape of[VARIANT_COUNT];
} transpose_shapes;

// Exits with OCL_EXIT_USAGE when --work-items does not suit the device or the tile.
transpose_shapes transpose_choose(const transpose_settings *settings, cl_device_id device);

// Builds transpose_ladder.cl for these shapes; transpose_ladder_cpu.cl, which has strips.
cl_program transpose_build(const ocl_env *env, const transpose_settings *settings,
                           const transpose_shapes *shapes);
cl_program transpose_build_cpu(const ocl_env *env);

#endif
