// SPDX-License-Identifier: MIT
//
// sweep - the rates of all variants with all local sizes, as a table and as a chart.

#ifndef OCCUPANCY_SWEEP_H
#define OCCUPANCY_SWEEP_H

#include "occupancy/steps.h"

// rates[v][s]: Gstep/s of variant v with LOCAL_SIZES[s], of the best run; 0: did not run.
typedef struct {
    double rates[VARIANT_COUNT][SIZE_COUNT];
    size_t multiple;    // work-items that the device takes together
} sweep;

void report_sweep(ocl_report *report, const sweep *s);
void draw_sweep(const ocl_report *report, const char *path, const sweep *s);

#endif
