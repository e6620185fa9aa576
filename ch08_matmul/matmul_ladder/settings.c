// SPDX-License-Identifier: MIT

#include "settings.h"

#include "shared/check.h"

matmul_settings matmul_parse(int argc, char **argv, const char *const *rungs)
{
    matmul_settings s = { .method = MATMUL_AUTO };
    const ocl_option own[] = {
        { .usage = "--check NAME: how the answer is checked",
          .choice = &s.method,
          .choices = MATMUL_METHODS },
        { 0 },
    };
    const ocl_about about = {
        .name = "matmul_ladder",
        .summary = "Multiplies two matrices, C = A B, with one kernel after another: a ladder for "
                   "GPUs and one for CPUs.",
        .accepts = "dnorVks",
        .writes = OCL_CHART_FILE,
        .size_help = "rows of C, columns of C, columns of A",
        .extents = 3,
        .variants = rungs,
        .own = own
    };
    const ocl_options defaults = { .n = { 509, 521, 523 }, .repeat = 10, .seed = 1 };
    s.options = ocl_parse(argc, argv, &about, defaults);
    if (s.options.kernel && ocl_wants(&s.options, "all"))
        ocl_exit(OCL_EXIT_USAGE, "--kernel needs --variant: the kernels are in two files");
    return s;
}
