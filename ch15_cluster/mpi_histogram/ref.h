// SPDX-License-Identifier: MIT
//
// ref - the answer in plain C, in one rank, and without MPI.

#ifndef MPI_HISTOGRAM_REF_H
#define MPI_HISTOGRAM_REF_H

#include "layout.h"
#include "sample/output_chart.h"

// Counts the pixels of the file, read by the suite's own reader; or, without a path, of the picture
// that layout and seed make.  A file that it refuses ends the program with OCL_EXIT_USAGE.
void histogram_ref(uint64_t counts[OCL_RGB_COUNTS], const picture_layout *layout, const char *path,
                   uint64_t seed);

#endif
