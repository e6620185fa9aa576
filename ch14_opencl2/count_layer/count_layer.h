// SPDX-License-Identifier: MIT
//
// count_layer - what a program may ask the layer that counts calls.
//
// The layer has one function of its own.  A program fetches it as a function of an extension, by
// the name GET_CALL_COUNTS.

#ifndef COUNT_LAYER_H
#define COUNT_LAYER_H

#include <CL/cl.h>

#define GET_CALL_COUNTS "clGetCallCountsCOUNT"

typedef struct {
    const char *function;
    cl_ulong calls, ns;    // so far, and the time in all of them
} call_count;

// Fills in at most `room` rows, and returns how many functions the layer counts.  The rows are in
// the same order each time.
typedef size_t(CL_API_CALL *get_call_counts_fn)(call_count *rows, size_t room);

#endif
