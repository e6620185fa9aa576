// SPDX-License-Identifier: MIT
//
// fast - the fast forms of a filter with a 3 x 3 window: kernels/NAME_fast.cl.
//
//     strips, packed    a work-item makes 16 bytes of `rows` rows: for GPUs
//     bands             a work-item makes `rows` whole rows: for CPUs
//
// They are launched like the `buffer` of plain.h.

#ifndef FILTER_FAST_H
#define FILTER_FAST_H

#include "job.h"

// Rows that a work-item of `bands` makes.
enum { BAND_ROWS = 16 };

// Builds the sample's NAME_fast.cl for this variant, runs its kernel NAME_VARIANT and reports the
// row.  `macros` has the build options besides ROWS, VECTORS and AHEAD.
void filter_run_fast(filter_job *job, const char *variant, size_t rows, const char *macros);

#endif
