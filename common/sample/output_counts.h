// SPDX-License-Identifier: MIT
//
// output_counts - a histogram of red, green and blue, as a chart or as a table.

#ifndef OCL_OUTPUT_COUNTS_H
#define OCL_OUTPUT_COUNTS_H

#include <stdint.h>

enum { OCL_RGB_COUNTS = 3 * 256 };    // 256 counts of red, 256 of green, 256 of blue

// Overlapping bars.  The format follows the ending of the file's name (ocl_picture_write); a file that cannot
// be written: OCL_EXIT_USAGE and why.
void ocl_output_counts(const uint32_t counts[OCL_RGB_COUNTS], const char *path);

// A line bin,red,green,blue for each value under a line with these names; complains likewise.
void ocl_output_counts_csv(const uint32_t counts[OCL_RGB_COUNTS], const char *path);

#endif
