// SPDX-License-Identifier: MIT
//
// filter - the coefficients of iir_blocks, the recurrence in double, and how far a float may be
// off.

#ifndef IIR_FILTER_H
#define IIR_FILTER_H

#include "signal.h"

// A filter must forget within this number of samples.
enum { MAX_MEMORY = 1024 };

typedef struct {
    float a[TAPS], b[TAPS];
    double sum_a, sum_b;    // of the magnitudes; sum_b is less than 1, so that the filter is stable
} iir_filter;

// b decays and changes its sign; the sum of its magnitudes is `feedback`, above 0 and below 1.  The
// sum of a's is 1.
iir_filter make_filter(double feedback);

// The recurrence, in double, for each channel: s->ref from s->x.
void iir_ref(const iir_signal *s, const iir_filter *filter);

// How many launches make an error smaller than half a unit in the last place of a float: each makes
// it smaller by the factor sum_b, at least.
size_t launches_to_forget(const iir_filter *filter);

// After how many samples the filter has forgotten: what came before changes no output by more than
// 2^-24 of the largest earlier output.  Found with inputs of 0 and one earlier output of 1, for
// each of them.  More than MAX_MEMORY when the filter does not forget in time.
size_t samples_to_forget(const iir_filter *filter);

// Inputs are between -1 and 1.  |y| is at most Y = sum_a / (1 - sum_b).  Each output rounds 2 TAPS
// products and sums, together at most 2 TAPS + 1 halves of a unit in the last place of
// sum_a + sum_b Y; all later outputs feel that, 1 / (1 - sum_b) in all.  What is forgotten leaves
// 2^-24 Y.
double iir_bound(const iir_filter *filter);

#endif
