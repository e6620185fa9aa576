// SPDX-License-Identifier: MIT
//
// chart - rates over sizes, one curve per kind of buffer and way to exchange data.

#ifndef MAP_BUFFER_CHART_H
#define MAP_BUFFER_CHART_H

#include "ocl.h"

enum { MAX_SIZES = 32 };

typedef struct {
    const char *label;
    size_t count;
    double bytes[MAX_SIZES], rates[MAX_SIZES];    // rates in GB/s
} curve;

// Adds the next point to a curve, which begins with a count of 0.
void add_point(curve *c, const char *label, double bytes, double rate);

// Draws the curves into a file, as ocl_output_curves does.
void write_chart(const ocl_report *report, const char *path, const curve *curves, size_t count);

#endif
