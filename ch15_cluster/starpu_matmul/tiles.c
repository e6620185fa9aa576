// SPDX-License-Identifier: MIT

#include "tiles.h"

tile *tile_at(const tiled *matrix, size_t i, size_t j)
{
    return &matrix->tiles[i * matrix->across + j];
}

static size_t owned(const tiled *matrix, int rank)
{
    size_t own = 0;
    for (size_t t = 0; t < matrix->count; t++)
        own += matrix->tiles[t].owner == rank;
    return own;
}

// From now on this rank sees the tiles that another rank, or itself, owns.
static void see(tiled *x, int owner, pinned memory)
{
    float *next = memory.x;
    x->memory[owner] = memory;
    for (size_t t = 0; t < x->count; t++) {
        if (x->tiles[t].owner != owner) continue;
        x->tiles[t].x = next;
        next += x->floats;
    }
}

tiled tiled_open(const cluster *c, const ocl_env *env, const size_t rows_columns_height_width[4],
                 bool wants_window)
{
    int grid[2] = { 0, 0 };
    CLUSTER_CHECK(MPI_Dims_create(c->size, 2, grid));
    tiled x = { .rows = rows_columns_height_width[0],
                .columns = rows_columns_height_width[1],
                .height = rows_columns_height_width[2],
                .width = rows_columns_height_width[3],
                .near = wants_window && window_is_possible(MPI_COMM_WORLD) };
    x.down = ocl_divide_up(x.rows, x.height);
    x.across = ocl_divide_up(x.columns, x.width);
    x.count = x.down * x.across;
    x.floats = x.height * x.width;
    x.tiles = ocl_alloc(x.count * sizeof *x.tiles);
    x.memory = ocl_alloc((size_t)c->size * sizeof *x.memory);
    if (c->rank == 0) x.whole = ocl_alloc(x.rows * x.columns * sizeof *x.whole);
    for (size_t t = 0; t < x.count; t++) {
        const int i = (int)(t / x.across % (size_t)grid[0]);
        const int j = (int)(t % x.across % (size_t)grid[1]);
        x.tiles[t] = (tile){ .owner = i * grid[1] + j };
    }
    for (int k = 0; k < c->size; k++)
        x.memory[k] = (pinned){ .bytes = owned(&x, k) * x.floats * sizeof(float) };
    const size_t bytes = x.memory[c->rank].bytes;
    if (x.near) x.w = window_open(MPI_COMM_WORLD, bytes);
    if (bytes > 0)
        see(&x, c->rank,
            x.near ? pinned_open_at(env, window_part(&x.w, c->rank), bytes, true)
                   : pinned_open(env, bytes));
    return x;
}

void tiled_show(const cluster *c, const ocl_env *env, tiled *x)
{
    if (!x->near) return;
    window_show(&x->w);
    for (int k = 0; k < c->size; k++)
        if (k != c->rank && x->memory[k].bytes > 0)
            see(x, k, pinned_open_at(env, window_part(&x->w, k), x->memory[k].bytes, false));
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

void tiled_close(const cluster *c, const ocl_env *env, tiled *matrix)
{
    for (int k = c->size - 1; k >= 0; k--)
        if (matrix->memory[k].buffer) pinned_close(env, &matrix->memory[k]);
    if (matrix->near) window_close(&matrix->w);
    free(matrix->memory);
    free(matrix->whole);
    free(matrix->tiles);
}
