// SPDX-License-Identifier: MIT
//
// chart - launches per second over the number of launches.

#ifndef COMMAND_BUFFER_CHART_H
#define COMMAND_BUFFER_CHART_H

#include "ocl.h"

enum { SWEEP_POINTS = 5, SWEEP_CURVES = 4 };

typedef struct {
    double launches[SWEEP_POINTS], per_second[SWEEP_CURVES][SWEEP_POINTS];
} launch_rates;

// Draws four curves: enqueued and replayed, on one queue and on four.
void draw_rates(const ocl_report *report, const launch_rates *rates, const char *path);

#endif
