// SPDX-License-Identifier: MIT
//
// output_chart - the chart that --output asks for, drawn by gnuplot.
//
// The name of the file ends in .png, .svg, .pdf, or .gp for the script with its data.  The report's
// device is the subtitle.  What cannot be drawn or written ends the program with OCL_EXIT_USAGE and
// a complaint that names the file.

#ifndef OCL_OUTPUT_CHART_H
#define OCL_OUTPUT_CHART_H

#include "report.h"
#include "timeline.h"

#include <stdint.h>

void ocl_output_bars(const ocl_report *report, const ocl_chart *chart, const char *path);
void ocl_output_curves(const ocl_report *report, const ocl_chart *chart, const char *path);
void ocl_output_timeline(const ocl_report *report, const ocl_timeline *timeline, const char *path);

enum { OCL_RGB_COUNTS = 3 * 256 };    // 256 counts of red, 256 of green, 256 of blue

// A histogram of red, green and blue, as bars that overlap.
void ocl_output_counts(const ocl_report *report, const uint32_t counts[OCL_RGB_COUNTS],
                       const char *path);

// The counts as a table: one line bin,red,green,blue per value, below a line with these names.
void ocl_output_counts_csv(const uint32_t counts[OCL_RGB_COUNTS], const char *path);

#endif
