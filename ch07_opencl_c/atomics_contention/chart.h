// SPDX-License-Identifier: MIT
//
// chart - nanoseconds per addition over the number of counters: a row or a curve per place.

#ifndef ATOMICS_CONTENTION_CHART_H
#define ATOMICS_CONTENTION_CHART_H

#include "ocl.h"

// Where the counters are, and how many there are: 1, 2, 4, ... 256.
enum { PLACES = 3, STEPS = 9 };

// ns[s][p]: of place p with 2^s counters, of the median run; NaN where nothing ran.  The first
// function makes a table of the report, the second the file of --output.
void report_costs(ocl_report *report, const char *const names[PLACES], double ns[STEPS][PLACES]);
void draw_costs(const ocl_report *report, const char *path, const char *const names[PLACES],
                double ns[STEPS][PLACES]);

#endif
