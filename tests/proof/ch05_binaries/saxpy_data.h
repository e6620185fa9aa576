// SPDX-License-Identifier: MIT
//
// saxpy_data - the work that shows whether a program is whole: a = alpha * b + c.

#ifndef SAXPY_DATA_H
#define SAXPY_DATA_H

#include "ocl.h"

typedef struct {
    size_t n;        // elements
    size_t bytes;    // of each array
    float *a;        // what came back from the device
    float *b, *c;    // input
    float *ref;      // what must come out; saxpy_ref fills it
} saxpy_data;

// Arrays of n elements, b and c filled with random numbers.  Exits with OCL_EXIT_USAGE when they,
// or three buffers of their size, do not fit.  Free them with saxpy_data_free.
saxpy_data saxpy_data_make(cl_device_id device, size_t n, uint64_t seed);
void saxpy_data_free(saxpy_data *data);

// Plain C: each element is computed in double and rounded once.
void saxpy_ref(float *a, double alpha, const float *b, const float *c, size_t n);

// Compares data->a with data->ref.  The device rounds the product and the sum, the reference rounds
// the sum: half an ULP each, which is at most 2^-24 of the number.
ocl_result saxpy_verify(const char *what, const saxpy_data *data, double alpha);

// Whether the program has a kernel of that name.
bool has_kernel(cl_program program, const char *name);

#endif
