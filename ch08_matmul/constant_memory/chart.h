// SPDX-License-Identifier: MIT
//
// chart - nanoseconds per look-up over the number of different entries, a row
// or a curve per memory.

#ifndef CONSTANT_MEMORY_CHART_H
#define CONSTANT_MEMORY_CHART_H

#include "ocl.h"

// The places of the table, and the spreads 1, 2, 4, ... 32.
enum { PLACES = 4, SPREADS = 6 };

// ns[s][p]: of place p with spread 2^s, of the best run; a place that did not run has 0 and is left
// out.  The first function makes a table of the report, the second the file of --output.
void report_places(ocl_report *report, const char *const names[PLACES], double ns[SPREADS][PLACES]);
void draw_places(const ocl_report *report, const char *path, const char *const names[PLACES],
                 double ns[SPREADS][PLACES]);

#endif
