// SPDX-License-Identifier: MIT
//
// sweep - the variants, the local sizes, the work in plain C; the rates of all variants with all
// local sizes, as a table and as a chart.

#ifndef OCCUPANCY_SWEEP_H
#define OCCUPANCY_SWEEP_H

#include "ocl.h"

enum { STEPS = 256, VARIANT_COUNT = 4, SIZE_COUNT = 7 };

extern const char *const VARIANTS[VARIANT_COUNT + 1];
extern const uint32_t ACCUMULATORS[VARIANT_COUNT];

// Work-items per work-group that are tried.  100 is the book's example.
extern const size_t LOCAL_SIZES[SIZE_COUNT];

// ref[i] is what in[i] becomes with this number of accumulators.
void occupancy_ref(uint32_t *ref, const uint32_t *in, uint32_t accumulators, size_t n);

// rates[v][s]: Gstep/s of variant v with LOCAL_SIZES[s], of the best run; 0: did not run.
typedef struct {
    double rates[VARIANT_COUNT][SIZE_COUNT];
    size_t multiple;    // work-items that the device takes together
} sweep;

void report_sweep(ocl_report *report, const sweep *s);
void draw_sweep(const ocl_report *report, const char *path, const sweep *s);

#endif
