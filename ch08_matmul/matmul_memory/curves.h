// SPDX-License-Identifier: MIT
//
// curves - the rates of the figure, also of earlier runs on other devices.

#ifndef MATMUL_CURVES_H
#define MATMUL_CURVES_H

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
} matmul_curves;

// No curves, or, with `csv`, those of this file, if it exists.  A file that cannot be read or has
// lines unlike "GPU,local,1024,3000.5" stays as it is: OCL_EXIT_USAGE.  The curves that this run
// measures again lose their old points.
matmul_curves matmul_curves_open(const ocl_env *env, const char *csv);

// Adds a point to the device's curve for that memory, "global" or "local".
void matmul_curves_add(matmul_curves *curves, const char *memory, size_t n, double gflops);

// Draws all curves.
void matmul_curves_draw(const matmul_curves *curves, const ocl_report *report, const char *path);

// Writes all points to the file.
void matmul_curves_write(const matmul_curves *curves, const char *csv);

#endif
