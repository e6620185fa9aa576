// SPDX-License-Identifier: MIT
//
// figure - figure 14 of the paper: the time of the filter over the number of samples.

#ifndef IIR_FIGURE_H
#define IIR_FIGURE_H

#include "ocl.h"

enum { FIGURE_CURVES = 3, FIGURE_SIZES = 5 };
extern const size_t FIGURE_SAMPLES[FIGURE_SIZES];

// ms[way][size]: copy_host, copy_device, swap.
void draw_ways(const ocl_report *report, double ms[FIGURE_CURVES][FIGURE_SIZES], const char *path);

#endif
