// SPDX-License-Identifier: MIT
//
// filter - inputs and outputs of iir_blocks, on the host and on the device; its coefficients, the
// recurrence in double, and how far a float may be off.

#ifndef IIR_FILTER_H
#define IIR_FILTER_H

#include "ocl.h"

// An output needs TAPS inputs and TAPS outputs.  LANES channels make a vector.
enum { TAPS = 16, LANES = 16 };

// Each array has TAPS + n rows of `width` floats: a row has the same sample of each channel.  The
// first TAPS rows are 0.  x has TAPS rows of zeros behind the last one, too.
typedef struct {
    cl_command_queue queue;
    size_t n, width, bytes;
    float *x, *y, *ref;
    cl_mem d_x, d_y, d_before;    // inputs, outputs, outputs of the launch before
} iir_signal;

// Random inputs between -1 and 1.
iir_signal open_signal(const ocl_env *env, size_t n, size_t width);
void close_signal(const iir_signal *s);

// Before a run: the outputs before the first launch are 0, and what a launch must write is
// poisoned.  Written, not filled: Oclgrind takes filled memory for uninitialised forever.
void clear_signal(const iir_signal *s, size_t run);

// For -DAHEAD: how many rows before its use `channels` asks for a row.  A device without vectors
// has no prefetch, either: 0.
int rows_ahead(const ocl_env *env);

// Compares s->y with s->ref.
ocl_result verify_signal(const char *what, const iir_signal *s, double bound);

// --- the filter

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
