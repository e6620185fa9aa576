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
            t->stride = c->rank == 0 ? columns : t->columns;
            if (c->rank == 0)
                t->x = x.whole + top * columns + left;
            else if (c->rank == t->owner)
                t->x = ocl_alloc(t->rows * t->columns * sizeof *t->x);
        }
    return x;
}

void tiled_fill(const tiled *matrix, uint64_t seed)
{
    for (size_t i = 0; i < matrix->down; i++)
        for (size_t j = 0; j < matrix->across; j++) {
            const tile *t = tile_at(matrix, i, j);
            const size_t top = cluster_first(matrix->rows, matrix->down, i);
            const size_t left = cluster_first(matrix->columns, matrix->across, j);
            for (size_t y = 0; y < t->rows && t->x; y++)
                for (size_t x = 0; x < t->columns; x++) {
                    const uint64_t at = (top + y) * matrix->columns + left + x;
                    const double uniform = (double)(ocl_random(seed, at) >> 40) / (1 << 23);
                    t->x[y * t->stride + x] = (float)(uniform - 1.0);
                }
        }
}

void tiled_close(tiled *matrix)
{
    for (size_t t = 0; t < matrix->down * matrix->across && !matrix->whole; t++)
        free(matrix->tiles[t].x);
    free(matrix->whole);
    free(matrix->tiles);
}
