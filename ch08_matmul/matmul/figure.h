// SPDX-License-Identifier: MIT
//
// matmul_figure - figure 13 of the tutorial paper: products from global and from local memory over their size.

#ifndef MATMUL_FIGURE_H
#define MATMUL_FIGURE_H

#include "ocl.h"

// Measures naive (global memory) and tiled (local memory) for square matrices of --size to twice that, checks
// them, and draws curves of GFLOP/s into `path`.  With `csv`, curves that are in this file are drawn as
// well, and the new ones are added to it, in place of older ones of the same name ("GPU local"): so the devices of
// several runs, or machines, come into one figure.  A file that cannot be read, or has other lines than
// "GPU,local,1024,3000.5", stays as it is: OCL_EXIT_USAGE.
void matmul_figure(const ocl_env *env, ocl_report *report, const char *path, const char *csv);

#endif
