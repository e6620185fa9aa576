// SPDX-License-Identifier: MIT
//
// tiles - what all ranks are given; how matrices are divided into tiles, and which rank owns which
// tile.
//
// All tiles of a matrix have the same size.  Past the ends of the matrix they have zeros.  The
// ranks are a grid; its pattern is repeated, so that each rank has tiles everywhere in the matrix:
//
//     0 1 0 1 0        4 ranks, as a grid of 2 x 2
//     2 3 2 3 2
//     0 1 0 1 0
//
// The tiles of C are row-major.  Those of A are strips of rows, those of B strips of columns
// (shared/product.h).

#ifndef STARPU_MATMUL_TILES_H
#define STARPU_MATMUL_TILES_H

#include "shared/cluster/cluster.h"
#include "shared/cluster/pinned.h"
#include "shared/cluster/window.h"
#include "shared/product.h"

#include <starpu.h>

typedef struct {
    size_t m, n, k;    // C is m x n, A is m x k, B is k x n
    int layout;        // of tiles of A and B: its number
    size_t most;       // rows and columns of a tile, at most; 0: task_divide chooses
    size_t height, width,
        depth;          // tiles of C: height x width; A: height x depth; B: depth x width
    size_t tasks;       // products of tiles
    bool messages;      // tiles are sent, although the ranks could share memory
    size_t deadline;    // seconds
} task_settings;

ocl_options task_parse(int argc, char **argv, task_settings *settings);

// Divides matrices of these extents, m x n x k, into tiles that are whole strips of this layout.
// Without --tile a GPU gets large ones: a small one is multiplied faster than it travels.  Exits
// with OCL_EXIT_USAGE when there are too many.
void task_divide(task_settings *settings, const size_t n[3], int layout);

// Exits with OCL_EXIT_USAGE when device or host have no room.
void task_require_memory(const task_settings *settings, const cluster *c, const ocl_env *env);

// One number for all that the ranks must agree on.
uint64_t task_same(const ocl_options *options, const task_settings *settings);

// --- matrices

typedef struct {
    starpu_data_handle_t handle;
    float *x;    // in pinned memory that this rank sees; NULL: another rank has it
    int owner;
} tile;

typedef struct {
    size_t rows, columns;    // of the matrix
    size_t height, width;    // of a tile
    size_t down, across;     // tiles of the matrix
    size_t count, floats;    // of tiles; of a tile
    tile *tiles;             // row after row
    bool near;               // all ranks see all tiles, in a window
    window w;
    pinned *memory;    // per rank: of the tiles that it owns, if this rank sees them
    float *whole;      // of rank 0: the matrix
} tiled;

// A matrix that is empty.  Each rank has memory for the tiles that it owns, rank 0 also for the
// matrix.  The memory of tiles belongs to this context.  All ranks call it.
tiled tiled_open(const cluster *c, const ocl_env *env, const size_t rows_columns_height_width[4],
                 bool wants_window);
void tiled_close(const cluster *c, const ocl_env *env, tiled *matrix);

// Nobody changes the tiles of a window any more: all ranks see those of the others.
void tiled_show(const cluster *c, const ocl_env *env, tiled *matrix);

tile *tile_at(const tiled *matrix, size_t i, size_t j);

// Fills a factor: this rank's tiles, and the matrix.  The tiles are strips of so many rows or, if
// not `of_rows`, of columns.
void tiled_fill(const tiled *matrix, uint64_t seed, size_t strip, bool of_rows);

// Copies what is in the matrix of tile t.
void tiled_put(const tiled *matrix, size_t t, const float *from);

#endif
