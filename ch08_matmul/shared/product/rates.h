// SPDX-License-Identifier: MIT
//
// rates - the chart that --output asks for: GFLOP/s of each variant.

#ifndef MATMUL_RATES_H
#define MATMUL_RATES_H

#include "ocl.h"

// Draws the rows of the report, with the device's FMA rate as a line.
void matmul_draw_rates(ocl_report *report, double fma_gflops, const char *path);

#endif
