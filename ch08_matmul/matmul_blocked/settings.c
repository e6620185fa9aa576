// SPDX-License-Identifier: MIT

#include "settings.h"

#include "plan.h"
#include "shared/check.h"

static ocl_about about = { .name = "matmul_blocked",
                           .summary =
                               "Multiplies two matrices, C = A B, as fast as the device can.",
                           .accepts = "dnorVks",
                           .writes = OCL_CHART_FILE,
                           .size_help = "rows of C, columns of C, columns of A",
                           .extents = 3,
                           .variants = MATMUL_VARIANTS };

matmul_blocked_settings matmul_blocked_parse(int argc, char **argv)
{
    matmul_blocked_settings s = { .method = MATMUL_AUTO, .tune_seconds = 60 };
    const ocl_option own[] = {
        { 't', "tune", OCL_FLAG, &s.tune, NULL,
          "search for good sizes for tuned, and remember them", NULL },
        { 0, "tune-seconds", OCL_COUNT, &s.tune_seconds, "N", "how long to search", NULL },
        { 'b', "blocking", OCL_TEXT, &s.blocking, "LIST",
          "sizes for --variant's kernel: BM=64,BN=64", NULL },
        { 0, "check", OCL_CHOICE, &s.method, "NAME", "of the answer: auto, serial or freivalds",
          MATMUL_METHODS },
        { 0 },
    };
    const ocl_options defaults = { .n = { 509, 521, 523 }, .repeat = 10, .seed = 1 };
    about.own = own;
    s.options = ocl_parse(argc, argv, &about, defaults);
    about.own = NULL;
    const bool all = ocl_wants(&s.options, "all");
    if (s.options.kernel && all)
        ocl_exit(OCL_EXIT_USAGE, "--kernel needs --variant: the kernels are in two files");
    if (s.blocking && all) ocl_exit(OCL_EXIT_USAGE, "--blocking needs --variant");
    return s;
}
