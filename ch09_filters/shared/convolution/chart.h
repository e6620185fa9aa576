// SPDX-License-Identifier: MIT
//
// chart - times over the width of the filter, as the lecture draws them.

#ifndef CONVOLUTION_CHART_H
#define CONVOLUTION_CHART_H

#include "ocl.h"

// Draws the report's rows, whose names are a rung and a width ("plain 5"), into `path`: median
// times.  The rungs are ended by NULL, and no more than convolution_ladder has.
void convolution_draw(ocl_report *report, const char *path, const char *const *rungs);

#endif
