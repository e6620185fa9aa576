// SPDX-License-Identifier: MIT
//
// figure - figure 13 of the tutorial paper: rates with global and with local memory over the size.

#ifndef MATMUL_FIGURE_H
#define MATMUL_FIGURE_H

#include "ocl.h"

enum { MATMUL_SIZES = 5, MATMUL_CURVES = 4 };    // CPU and GPU, each with global and local memory

typedef struct {
    char label[16];    // "GPU local"
    size_t count;
    double n[MATMUL_SIZES], gflops[MATMUL_SIZES];
} matmul_curve;

typedef struct {
    const char *device;    // "CPU" or "GPU"
    matmul_curve curves[MATMUL_CURVES];
    size_t count;
} matmul_figure;

// An empty figure, or, with `csv`, one with the curves of this file, if it exists.  A file that
// cannot be read or has lines unlike "GPU,local,1024,3000.5" stays as it is: OCL_EXIT_USAGE.  The
// device's own curves are measured again: their old points are dropped.
matmul_figure matmul_figure_open(cl_device_id device, const char *csv);

// Without --size: the default size of the figure, smaller on a device with a low limit.
void matmul_figure_fit(const ocl_env *env, ocl_options *options);

// The size with this number, of the MATMUL_SIZES sizes from n to 2 n.
size_t matmul_figure_size(size_t n, size_t number);

// Adds the rates of the report's rows ("naive 1024", "tiled 1024"), draws all curves into `path`,
// and writes all points to `csv` unless it is NULL.
void matmul_figure_close(matmul_figure *figure, ocl_report *report, const char *path,
                         const char *csv);

#endif
