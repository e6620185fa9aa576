// SPDX-License-Identifier: MIT
//
// signal - inputs and outputs of the filter, on the host and on the device.

#ifndef IIR_SIGNAL_H
#define IIR_SIGNAL_H

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

#endif
