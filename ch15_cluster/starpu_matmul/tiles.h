// SPDX-License-Identifier: MIT
//
// tiles - a matrix that is divided into tiles, and which rank owns which tile.
//
// The tiles of a column differ by one row at most, those of a row by one column.  The ranks are a
// grid; its pattern is repeated, so that each rank has tiles everywhere in the matrix:
//
//     0 1 0 1 0        4 ranks, as a grid of 2 x 2
//     2 3 2 3 2
//     0 1 0 1 0

#ifndef STARPU_MATMUL_TILES_H
#define STARPU_MATMUL_TILES_H

#include "shared/cluster.h"

#include <starpu.h>

typedef struct {
    starpu_data_handle_t handle;
    float *x;                // without gaps, in this rank's memory; NULL: it is elsewhere
    size_t rows, columns;    // of the tile
    int owner;
} tile;

typedef struct {
    size_t rows, columns;           // of the matrix
    size_t down, across;            // tiles
    float *whole;                   // of rank 0, beside its tiles
    tile *tiles;                    // down * across
    starpu_data_handle_t handle;    // of the whole matrix, where StarPU makes the tiles
} tiled;

// An empty matrix, and its tiles.  Each rank has memory for the tiles that it owns; rank 0 also has
// memory for the whole matrix.
tiled tiled_open(const cluster *c, size_t rows, size_t columns, size_t side);
void tiled_close(tiled *matrix);

tile *tile_at(const tiled *matrix, size_t i, size_t j);

// Fills this rank's tiles and its whole matrix, each element by its place in the matrix: uniform in
// [-1, 1).
void tiled_fill(const tiled *matrix, uint64_t seed);

// Nothing of an earlier run is left in the whole matrix, if this rank has it.
void tiled_poison(const tiled *matrix, size_t run);

// Copies tile t into the whole matrix.
void tiled_put(const tiled *matrix, size_t t, const float *from);

#endif
