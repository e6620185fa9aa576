// SPDX-License-Identifier: MIT
//
// scatter - points and the curve through them, drawn by gnuplot.

#ifndef SCATTER_H
#define SCATTER_H

#include "shared/least_squares.h"

// At most 2000 of the points, and the curve.  The file's name ends in .png, .svg, .pdf or .gp.
// What cannot be drawn or written ends the program with OCL_EXIT_USAGE.
void draw_scatter(const ocl_report *report, const xy_points *points, const ls_fit *fit,
                  const char *path);

#endif
