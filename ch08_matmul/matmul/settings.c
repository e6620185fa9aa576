// SPDX-License-Identifier: MIT

#include "settings.h"

#include "shared/check.h"

enum { FIGURE_SIZE = 1024 };

static ocl_about about = { .name = "matmul",
                           .summary =
                               "Multiplies two matrices, C = A B, with one kernel after another.",
                           .accepts = "dnorVks",
                           .writes = OCL_CHART_FILE,
                           .size_help = "rows of C, columns of C, columns of A",
                           .extents = 3 };

matmul_settings matmul_parse(int argc, char **argv, const char *const *rungs)
{
    matmul_settings s = { .method = MATMUL_AUTO };
    const ocl_option own[] = {
        { 0, "check", OCL_CHOICE, &s.method, "NAME", "of the answer: auto, serial or freivalds",
          MATMUL_METHODS },
        { 0, "figure", OCL_TEXT, &s.figure, "FILE",
          "draw naive and tiled for sizes from N to 2 N, and nothing else", NULL },
        { 0, "csv", OCL_TEXT, &s.csv, "FILE",
          "of --figure: also draw its points, and add the new ones", NULL },
        { 0 },
    };
    const ocl_options defaults = { .n = { 509, 521, 523 }, .repeat = 10, .seed = 1 };
    about.variants = rungs;
    about.own = own;
    s.options = ocl_parse(argc, argv, &about, defaults);
    about.own = NULL;
    if (s.csv && !s.figure) ocl_exit(OCL_EXIT_USAGE, "--csv needs --figure");
    if (s.figure && !s.options.size_given) s.options.n[0] = FIGURE_SIZE;
    return s;
}
