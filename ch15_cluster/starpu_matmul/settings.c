// SPDX-License-Identifier: MIT

#include "settings.h"

enum { MAX_TASKS = 100000 };

const char *const TASK_VARIANTS[] = { "one_rank", "ranks", NULL };

ocl_options task_parse(int argc, char **argv, task_settings *settings)
{
    size_t none = 0;
    *settings = (task_settings){ .tile = 128, .deadline = CLUSTER_DEADLINE };
    const ocl_option own[] = {
        { .usage = "-t, --tile N: rows and columns of a tile, at most", .count = &settings->tile },
        { .usage = "--cpus N: also N cores, which run the CPU's form of a task", .count = &none },
        CLUSTER_OPTION(&settings->deadline),
        { 0 },
    };
    const ocl_about about = { .name = "starpu_matmul",
                              .summary = "C = A B as tasks, which StarPU places on devices.",
                              .accepts = "dnorVks",
                              .writes = OCL_CHART_FILE,
                              .size_help = "M x N x K: C has M rows of N, A has M rows of K",
                              .extents = 3,
                              .variants = TASK_VARIANTS,
                              .own = own };
    const ocl_options defaults = { .n = { 509, 521, 523 }, .repeat = 5, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    double tasks = 1.0;
    for (int i = 0; i < 3; i++) {
        if (opt.n[i] > INT32_MAX) ocl_exit(OCL_EXIT_USAGE, "--size: at most %d", INT32_MAX);
        tasks *= (double)ocl_divide_up(opt.n[i], settings->tile);
    }
    if (tasks > MAX_TASKS)
        ocl_exit(OCL_EXIT_USAGE, "--tile %zu makes %.0f tasks; at most %d", settings->tile, tasks,
                 MAX_TASKS);
    settings->m = opt.n[0];
    settings->n = opt.n[1];
    settings->k = opt.n[2];
    settings->cpus = none;
    settings->seed = opt.seed;
    return opt;
}

// Rank 0 has the matrices and the answer besides its tiles.
void task_require_memory(const task_settings *settings, const cluster *c, const ocl_env *env)
{
    const double m = (double)settings->m, n = (double)settings->n, k = (double)settings->k;
    const double tile = sizeof(float) * (double)settings->tile * (double)settings->tile;
    const double whole = sizeof(float) * (m * k + k * n + 2.0 * m * n);
    ocl_require_memory(env->device, tile, 3.0 * tile,
                       whole / c->size + (c->rank == 0 ? whole : 0.0));
}

uint64_t task_same(const ocl_options *options, const task_settings *settings)
{
    const uint64_t numbers[] = { settings->m,
                                 settings->n,
                                 settings->k,
                                 settings->tile,
                                 settings->seed,
                                 options->repeat,
                                 ocl_wants(options, TASK_VARIANTS[ONE_RANK]),
                                 ocl_wants(options, TASK_VARIANTS[RANKS]) };
    return ocl_hash(OCL_HASH_START, numbers, sizeof numbers);
}
