// SPDX-License-Identifier: MIT

#include "tiles.h"

enum { MAX_TASKS = 100000, TILE = 256, GPU_PARTS = 4 };

// Rows or columns of a tile, a multiple of `unit`: tiles are as equal as they can be.
static size_t side(size_t n, size_t most, size_t unit)
{
    const size_t count = ocl_divide_up(n, ocl_round_up(ocl_smaller(most, n), unit));
    return ocl_round_up(ocl_divide_up(n, count), unit);
}

static size_t gpu_tile(const size_t n[3])
{
    size_t most = TILE;
    for (int i = 0; i < 3; i++)
        if (n[i] / GPU_PARTS > most) most = n[i] / GPU_PARTS;
    return most;
}

ocl_options task_parse(int argc, char **argv, task_settings *settings)
{
    task_settings s = { .deadline = CLUSTER_DEADLINE };
    const ocl_option own[] = {
        { .usage = "-t, --tile N: rows and columns of a tile, at most; rounded up to whole strips",
          .count = &s.most },
        { .usage = "--messages: ranks of one machine send tiles, too, instead of sharing memory",
          .flag = &s.messages },
        CLUSTER_OPTION(&s.deadline),
        { 0 },
    };
    const ocl_about about = { .name = "starpu_matmul",
                              .summary = "C = A B as tasks, which StarPU places on devices.",
                              .accepts = "dnorks",
                              .writes = OCL_CHART_FILE,
                              .size_help = "rows of C, columns of C, columns of A",
                              .extents = 3,
                              .own = own };
    const ocl_options defaults = { .n = { 1021, 1031, 1033 }, .repeat = 5, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    product_require_extents(opt.n);
    *settings = s;
    return opt;
}

void task_divide(task_settings *s, const size_t n[3], int layout)
{
    s->m = n[0];
    s->n = n[1];
    s->k = n[2];
    s->layout = layout;
    if (s->most == 0) s->most = product_is_for_gpu(layout) ? gpu_tile(n) : TILE;
    s->height = side(s->m, s->most, PRODUCT_LAYOUTS[layout].rows);
    s->width = side(s->n, s->most, PRODUCT_LAYOUTS[layout].columns);
    s->depth = side(s->k, s->most, STEP);
    const double tasks = (double)ocl_divide_up(s->m, s->height) *
                         (double)ocl_divide_up(s->n, s->width) *
                         (double)ocl_divide_up(s->k, s->depth);
    if (tasks > MAX_TASKS)
        ocl_exit(OCL_EXIT_USAGE, "--tile %zu makes %.0f tasks; at most %d", s->most, tasks,
                 MAX_TASKS);
    s->tasks = (size_t)tasks;
}

// Rank 0 has the matrices and the answer besides its tiles.
void task_require_memory(const task_settings *s, const cluster *c, const ocl_env *env)
{
    const double m = (double)s->m, n = (double)s->n, k = (double)s->k;
    const double height = (double)s->height, width = (double)s->width, depth = (double)s->depth;
    const double largest = sizeof(float) * fmax(height * width, depth * fmax(height, width));
    const double three = sizeof(float) * (height * width + depth * (height + width));
    const double whole = sizeof(float) * (m * k + k * n + 2.0 * m * n);
    const double own = sizeof(float) * fmax(m * k, fmax(k * n, m * n)) / c->size;
    ocl_require_memory(env->device, fmax(largest, own), three,
                       three + whole / c->size + (c->rank == 0) * whole);
}

uint64_t task_same(const ocl_options *options, const task_settings *s)
{
    const uint64_t numbers[] = { s->m,       s->n, s->k, s->most, options->seed, options->repeat,
                                 s->messages };
    return ocl_hash(OCL_HASH_START, numbers, sizeof numbers);
}

// --- matrices

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
