// SPDX-License-Identifier: MIT
//
// output_counts - a histogram of red, green and blue, as a chart or as a table.

#ifndef OCL_OUTPUT_COUNTS_H
#define OCL_OUTPUT_COUNTS_H

#include "report.h"

#include <stdint.h>

enum { OCL_RGB_COUNTS = 3 * 256 };    // 256 counts of red, 256 of green, 256 of blue

// Bars that overlap, drawn as output_chart.h says.  A file that cannot be written: OCL_EXIT_USAGE
// and why.
void ocl_output_counts(const ocl_report *report, const uint32_t counts[OCL_RGB_COUNTS],
                       const char *path);

// One line bin,red,green,blue per value, below a line with these names.  Errors end the program the
// same way.
void ocl_output_counts_csv(const uint32_t counts[OCL_RGB_COUNTS], const char *path);

#endif
