// SPDX-License-Identifier: MIT

#include "problem.h"

#include "shared/cluster.h"

const char *const STENCIL_VARIANTS[] = { "wait", "overlap", "deep", NULL };

ocl_options stencil_parse(int argc, char **argv, stencil_settings *settings)
{
    *settings =
        (stencil_settings){ .plate = { .steps = 100 }, .halo = 16, .deadline = CLUSTER_DEADLINE };
    const ocl_option own[] = {
        { .usage = "-t, --steps N: steps of time", .count = &settings->plate.steps },
        { .usage = "--halo N: rows of a halo of deep, which is exchanged every N steps",
          .count = &settings->halo },
        { .usage = "--network N: an exchange takes N microseconds at least, as on a slow network",
          .count = &settings->network_us },
        CLUSTER_OPTION(&settings->deadline),
        { 0 },
    };
    const ocl_about about = { .name = "mpi_stencil",
                              .summary = "Heat spreads in a plate, whose rows are shared out.",
                              .accepts = "dnorVks",
                              .writes = OCL_PICTURE_FILE,
                              .size_help = "rows x columns of the plate",
                              .extents = 2,
                              .variants = STENCIL_VARIANTS,
                              .own = own };
    const ocl_options defaults = { .n = { 509, 521 }, .repeat = 5, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    if (opt.n[0] > INT32_MAX || opt.n[1] > INT32_MAX)
        ocl_exit(OCL_EXIT_USAGE, "--size: at most %d rows and columns", INT32_MAX);
    settings->plate.seed = opt.seed;
    return opt;
}

void stencil_fit(ocl_options *options, const ocl_env *env, plate *p)
{
    static const double MOST = 16.0;    // the answer in plain C should not take seconds
    cluster_grow_default(options, fmin(env->limits.read_gbs / CLUSTER_SLOW_GBS, MOST));
    p->height = options->n[0];
    p->width = options->n[1];
    plate_require_bound(p);
}

uint64_t stencil_same(const ocl_options *options, const stencil_settings *settings)
{
    const plate *p = &settings->plate;
    const uint64_t numbers[] = { p->height,
                                 p->width,
                                 p->steps,
                                 p->seed,
                                 options->repeat,
                                 settings->halo,
                                 settings->network_us,
                                 ocl_wants(options, STENCIL_VARIANTS[DEEP]),
                                 ocl_wants(options, STENCIL_VARIANTS[WAIT]),
                                 ocl_wants(options, STENCIL_VARIANTS[OVERLAP]) };
    return ocl_hash(OCL_HASH_START, numbers, sizeof numbers);
}
