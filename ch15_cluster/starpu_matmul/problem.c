// SPDX-License-Identifier: MIT

#include "problem.h"

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
        { .usage = "--cpus N: also N cores, which run the form of a task in plain C",
          .count = &s.cores },
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
    const double tile = sizeof(float) * fmax(height * width, depth * fmax(height, width));
    const double three = sizeof(float) * (height * width + depth * (height + width));
    const double whole = sizeof(float) * (m * k + k * n + 2.0 * m * n);
    const double own = sizeof(float) * fmax(m * k, fmax(k * n, m * n)) / c->size;
    ocl_require_memory(env->device, fmax(tile, own), three,
                       three + whole / c->size + (c->rank == 0) * whole);
}

uint64_t task_same(const ocl_options *options, const task_settings *s)
{
    const uint64_t numbers[] = { s->m,       s->n, s->k, s->most, options->seed, options->repeat,
                                 s->messages };
    return ocl_hash(OCL_HASH_START, numbers, sizeof numbers);
}
