// SPDX-License-Identifier: MIT
//
// chart - times over the width of the filter, as the lecture draws them.

#ifndef CONVOLUTION_CHART_H
#define CONVOLUTION_CHART_H

#include "convolution/sizes.h"

// The widths of the chart, ended by 0: first those that matter most, since the program stops after
// about ten seconds.  Most of them go into building the kernels, which are cached: the next run
// gets further.
extern const size_t CONVOLUTION_WIDTHS[];

// Draws the report's rows, whose names are a rung and a width ("plain 5"), into `path`: median
// times.
void convolution_draw(ocl_report *report, const char *path);

#endif
