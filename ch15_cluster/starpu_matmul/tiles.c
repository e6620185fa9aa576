// SPDX-License-Identifier: MIT

#include "tiles.h"

tile *tile_at(const tiled *matrix, size_t i, size_t j)
{
    return &matrix->tiles[i * matrix->across + j];
}

tiled tiled_open(const cluster *c, const ocl_env *env, const size_t rows_columns[2],
                 const size_t height_width[2])
{
    int grid[2] = { 0, 0 };
    CLUSTER_CHECK(MPI_Dims_create(c->size, 2, grid));
    tiled x = { .rows = rows_columns[0],
                .columns = rows_columns[1],
                .height = height_width[0],
                .width = height_width[1] };
    x.down = ocl_divide_up(x.rows, x.height);
    x.across = ocl_divide_up(x.columns, x.width);
    x.count = x.down * x.across;
    x.floats = x.height * x.width;
    x.tiles = ocl_alloc(x.count * sizeof *x.tiles);
    if (c->rank == 0) x.whole = ocl_alloc(x.rows * x.columns * sizeof *x.whole);
    size_t own = 0;
    for (size_t t = 0; t < x.count; t++) {
        const int i = (int)(t / x.across % (size_t)grid[0]);
        const int j = (int)(t % x.across % (size_t)grid[1]);
        x.tiles[t] = (tile){ .owner = i * grid[1] + j };
        own += x.tiles[t].owner == c->rank;
    }
    if (own == 0) return x;
    x.memory = pinned_open(env, own * x.floats * sizeof(float));
    float *next = x.memory.x;
    for (size_t t = 0; t < x.count; t++) {
        if (x.tiles[t].owner != c->rank) continue;
        x.tiles[t].x = next;
        next += x.floats;
    }
    return x;
}

void tiled_fill(const tiled *matrix, uint64_t seed, size_t strip, bool of_rows)
{
    for (size_t i = 0; i < matrix->rows * matrix->columns && matrix->whole; i++)
        matrix->whole[i] = product_element(seed, i);
    for (size_t t = 0; t < matrix->count; t++) {
        float *x = matrix->tiles[t].x;
        const size_t top = t / matrix->across * matrix->height;
        const size_t left = t % matrix->across * matrix->width;
        for (size_t e = 0; e < matrix->floats && x; e++) {
            const size_t i = e / matrix->width, j = e % matrix->width;
            const bool inside = top + i < matrix->rows && left + j < matrix->columns;
            x[of_rows ? product_place(i, j, strip, matrix->width)
                      : product_place(j, i, strip, matrix->height)] =
                inside ? product_element(seed, (top + i) * matrix->columns + left + j) : 0.0f;
        }
    }
}

void tiled_put(const tiled *matrix, size_t t, const float *from)
{
    const size_t top = t / matrix->across * matrix->height;
    const size_t left = t % matrix->across * matrix->width;
    const size_t columns = ocl_smaller(matrix->width, matrix->columns - left);
    for (size_t y = 0; y < matrix->height && top + y < matrix->rows; y++)
        memcpy(matrix->whole + (top + y) * matrix->columns + left, from + y * matrix->width,
               columns * sizeof *from);
}

void tiled_close(const ocl_env *env, tiled *matrix)
{
    if (matrix->memory.buffer) pinned_close(env, &matrix->memory);
    free(matrix->whole);
    free(matrix->tiles);
}
