// SPDX-License-Identifier: MIT
//
// xy_points - points (x, y) from a CSV file.
//
// A row has two numbers, x and y.  csv.h says what programs may have written.

#ifndef XY_POINTS_H
#define XY_POINTS_H

#include "ocl.h"

typedef struct {
    double *x, *y;
    size_t n;
    char names[2][32];    // of x and y, from the header; "" without one
} xy_points;

// Larger numbers are refused: their squares and the sums of these must be finite.
#define XY_LARGEST 1e100

// Reads a text.  False, with the number of the line and what is wrong, when it is malformed or has
// no point.  Free the points with xy_free.
bool xy_parse(xy_points *points, const char *text, size_t bytes, ocl_message *why);

// Reads a file as xy_parse reads its text; the message begins with its name.
bool xy_load(xy_points *points, const char *path, ocl_message *why);

void xy_free(xy_points *points);

// How many different x there are; counting ends at `most`, which is at most 3.
size_t xy_distinct(const xy_points *points, size_t most);

#endif
