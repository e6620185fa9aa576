// SPDX-License-Identifier: MIT
//
// ls_report - what several ways have found of one curve: digits that are right, the curve, a chart.

#ifndef LS_REPORT_H
#define LS_REPORT_H

#include "ls_limits.h"

// The right answer, and how far it may be off itself.
typedef struct {
    ls_fit fit;
    ls_limits limits;
    ls_range range;    // of the points
} ls_answer;

// What one way has found, and how far its sums let it be off.
typedef struct {
    const char *name;    // NULL: it did not run
    ls_fit fit;
    ls_limits limits;
} ls_found;

// Two tables: the correct digits of each way and those that its limits promise; then the curve of
// the last one that ran, with the digits that are right.
//
// `path`, if it is not NULL, becomes a chart, drawn by gnuplot: at most 2000 of the points, and the
// curve if it is certain to a twentieth of the spread of y.  The title has its equation, with at
// most 6 digits; x and y have the names of the points.  The file's name ends in .png, .svg, .pdf or
// .gp.  What cannot be drawn or written ends the program with OCL_EXIT_USAGE.
void ls_report(ocl_report *report, const ls_answer *right, const ls_found *found, size_t count,
               const xy_points *points, const char *path);

#endif
