// SPDX-License-Identifier: MIT

#include "tiles.h"

tile *tile_at(const tiled *matrix, size_t i, size_t j)
{
    return &matrix->tiles[i * matrix->across + j];
}

tiled tiled_open(const cluster *c, size_t rows, size_t columns, size_t side)
{
    int grid[2] = { 0, 0 };
    CLUSTER_CHECK(MPI_Dims_create(c->size, 2, grid));
    tiled x = { .rows = rows,
                .columns = columns,
                .down = ocl_divide_up(rows, side),
                .across = ocl_divide_up(columns, side) };
    x.tiles = ocl_alloc(x.down * x.across * sizeof *x.tiles);
    if (c->rank == 0) x.whole = ocl_alloc(rows * columns * sizeof *x.whole);
    for (size_t i = 0; i < x.down; i++)
        for (size_t j = 0; j < x.across; j++) {
            const size_t top = cluster_first(rows, x.down, i);
            const size_t left = cluster_first(columns, x.across, j);
            tile *t = tile_at(&x, i, j);
            *t = (tile){ .rows = cluster_first(rows, x.down, i + 1) - top,
                         .columns = cluster_first(columns, x.across, j + 1) - left,
                         .owner =
                             (int)(i % (size_t)grid[0]) * grid[1] + (int)(j % (size_t)grid[1]) };
            if (c->rank == t->owner) t->x = ocl_alloc(t->rows * t->columns * sizeof *t->x);
        }
    return x;
}

static float element(const tiled *matrix, uint64_t seed, size_t row, size_t column)
{
    return (float)((double)(ocl_random(seed, row * matrix->columns + column) >> 40) / (1 << 23) -
                   1.0);
}

void tiled_fill(const tiled *matrix, uint64_t seed)
{
    for (size_t y = 0; y < matrix->rows && matrix->whole; y++)
        for (size_t x = 0; x < matrix->columns; x++)
            matrix->whole[y * matrix->columns + x] = element(matrix, seed, y, x);
    for (size_t i = 0; i < matrix->down; i++)
        for (size_t j = 0; j < matrix->across; j++) {
            const tile *t = tile_at(matrix, i, j);
            const size_t top = cluster_first(matrix->rows, matrix->down, i);
            const size_t left = cluster_first(matrix->columns, matrix->across, j);
            for (size_t y = 0; y < t->rows && t->x; y++)
                for (size_t x = 0; x < t->columns; x++)
                    t->x[y * t->columns + x] = element(matrix, seed, top + y, left + x);
        }
}

void tiled_poison(const tiled *matrix, size_t run)
{
    if (matrix->whole)
        memset(matrix->whole, ocl_poison_byte(run),
               matrix->rows * matrix->columns * sizeof *matrix->whole);
}

void tiled_put(const tiled *matrix, size_t t, const float *from)
{
    const tile *one = &matrix->tiles[t];
    const size_t top = cluster_first(matrix->rows, matrix->down, t / matrix->across);
    const size_t left = cluster_first(matrix->columns, matrix->across, t % matrix->across);
    for (size_t y = 0; y < one->rows; y++)
        memcpy(matrix->whole + (top + y) * matrix->columns + left, from + y * one->columns,
               one->columns * sizeof *from);
}

void tiled_close(tiled *matrix)
{
    for (size_t t = 0; t < matrix->down * matrix->across; t++)
        free(matrix->tiles[t].x);
    free(matrix->whole);
    free(matrix->tiles);
}
