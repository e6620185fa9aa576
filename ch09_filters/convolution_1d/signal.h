// SPDX-License-Identifier: MIT
//
// signal - a signal and a filter, and what plain C makes of them.

#ifndef CONVOLUTION_1D_SIGNAL_H
#define CONVOLUTION_1D_SIGNAL_H

#include "ocl.h"

// convolution_1d.cl says what each means.
enum { LOCAL = 128, EACH = 7, PIECE = 36 * EACH, VECTORS = 8, MAX_BLOCK = LOCAL * EACH };

enum { SHORT = 16 };    // samples of y that a reader can look through

typedef struct {
    size_t n, m, count;         // samples of x, numbers of h, samples of y: n + m - 1
    size_t before;              // zeros before x
    float *in, *h, *y, *ref;    // in: x with zeros around it; h: with zeros after it
    size_t in_bytes, h_bytes, y_bytes;
    float *bounds;    // of |y - ref|
} convolution_signal;

// x and h are seeded; `example`: x = 1 3 4 2 1 and h = 2 1, the cookbook's numbers.  Exits with
// OCL_EXIT_USAGE when the device or the host has no room.
convolution_signal convolution_signal_open(const ocl_env *env, bool example);

// Fills ref.
void convolution_1d_ref(convolution_signal *s);

// The most samples of y per microsecond (Msample/s) that the device's limits allow: n x m
// multiply-adds in all; x is read and y is written once.
double convolution_1d_limit(const ocl_env *env, const convolution_signal *s);

// y, if it has at most SHORT samples.
void convolution_1d_print(ocl_report *report, const convolution_signal *s);

// x, h and y as bars in a chart, for a y of at most SHORT samples.
void convolution_1d_draw(const ocl_report *report, const convolution_signal *s, const char *path);

void convolution_signal_close(convolution_signal *s);

#endif
