// SPDX-License-Identifier: MIT
//
// scatter - points and the curve through them, drawn by gnuplot.

#ifndef SCATTER_H
#define SCATTER_H

#include "ls_limits.h"

typedef struct {
    const ls_fit *fit;
    const ls_limits *limits;
} scatter_curve;

// At most 2000 of the points, and the curve if it is certain to a twentieth of the spread of y.
// The title has its equation, with at most 6 digits; x and y have the names of the points.  The
// file's name ends in .png, .svg, .pdf or .gp.  What cannot be drawn or written ends the program
// with OCL_EXIT_USAGE.
void draw_scatter(const ocl_report *report, const xy_points *points, const scatter_curve *curve,
                  const char *path);

#endif
