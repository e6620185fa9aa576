// SPDX-License-Identifier: MIT

#include "settings.h"

#include "plan.h"
#include "shared/check.h"

matmul_blocked_settings matmul_blocked_parse(int argc, char **argv)
{
    matmul_blocked_settings s = { .method = MATMUL_AUTO, .tune_seconds = 60 };
    const ocl_option own[] = {
        { .usage = "-t, --tune: search for good sizes for tuned, and remember them",
          .flag = &s.tune },
        { .usage = "--tune-seconds N: how long to search", .count = &s.tune_seconds },
        { .usage = "-b, --blocking LIST: sizes for --variant's kernel: BM=64,BN=64",
          .text = &s.blocking },
        { .usage = "--check NAME: how the answer is checked",
          .choice = &s.method,
          .choices = MATMUL_METHODS },
        { 0 },
    };
    const ocl_about about = { .name = "matmul_blocked",
                              .summary =
                                  "Multiplies two matrices, C = A B, as fast as the device can.",
                              .accepts = "dnorVks",
                              .writes = OCL_CHART_FILE,
                              .size_help = "rows of C, columns of C, columns of A",
                              .extents = 3,
                              .variants = MATMUL_VARIANTS,
                              .own = own };
    const ocl_options defaults = { .n = { 509, 521, 523 }, .repeat = 10, .seed = 1 };
    s.options = ocl_parse(argc, argv, &about, defaults);
    const bool all = ocl_wants(&s.options, "all");
    if (s.options.kernel && all)
        ocl_exit(OCL_EXIT_USAGE, "--kernel needs --variant: the kernels are in two files");
    if (s.blocking && all) ocl_exit(OCL_EXIT_USAGE, "--blocking needs --variant");
    return s;
}
