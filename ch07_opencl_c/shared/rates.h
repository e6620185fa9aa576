// SPDX-License-Identifier: MIT
//
// rates - the rates of the variants as bars.

#ifndef RATES_H
#define RATES_H

#include "ocl.h"

// Draws the rows of the report that have a rate in GB/s.
void draw_rates(ocl_report *report, const char *title, const char *path);

#endif
