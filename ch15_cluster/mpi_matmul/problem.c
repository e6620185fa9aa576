// SPDX-License-Identifier: MIT

#include "problem.h"

#include "shared/cluster.h"
#include "shared/product.h"

const char *const MATMUL_RUNGS[] = { "in_turn", "hidden", "shared", NULL };

ocl_options summa_parse(int argc, char **argv, summa_settings *settings)
{
    *settings = (summa_settings){ .depth = 256, .deadline = CLUSTER_DEADLINE };
    const ocl_option own[] = {
        { .usage = "-p, --panel N: columns of a panel of A, rows of a panel of B, at most",
          .count = &settings->depth },
        { .usage = "--form NAME: of the kernel",
          .choice = &settings->form,
          .choices = PRODUCT_FORMS },
        { .usage = "--check NAME: how the answer is checked",
          .choice = &settings->method,
          .choices = MATMUL_METHODS },
        { .usage = "--network N: two panels travel N microseconds at least, as on a slow network",
          .count = &settings->network_us },
        CLUSTER_OPTION(&settings->deadline),
        { 0 },
    };
    const ocl_about about = { .name = "mpi_matmul",
                              .summary = "Multiplies two matrices, C = A B, on a grid of ranks.",
                              .accepts = "dnrVks",
                              .size_help = "rows of C, columns of C, columns of A",
                              .extents = 3,
                              .variants = MATMUL_RUNGS,
                              .own = own };
    const ocl_options defaults = { .n = { 1021, 1031, 1033 }, .repeat = 5, .seed = 1 };
    return ocl_parse(argc, argv, &about, defaults);
}

uint64_t summa_same(const ocl_options *options, const summa_settings *settings)
{
    const uint64_t numbers[] = { options->n[0],
                                 options->n[1],
                                 options->n[2],
                                 options->seed,
                                 options->repeat,
                                 ocl_wants(options, MATMUL_RUNGS[IN_TURN]),
                                 settings->depth,
                                 ocl_wants(options, MATMUL_RUNGS[HIDDEN]),
                                 settings->network_us,
                                 settings->method,
                                 ocl_wants(options, MATMUL_RUNGS[SHARED]) };
    return ocl_hash(OCL_HASH_START, numbers, sizeof numbers);
}
