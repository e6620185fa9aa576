// SPDX-License-Identifier: MIT
//
// speed - the three forms of a function: error against time.

#ifndef MATH_SPEED_H
#define MATH_SPEED_H

#include "check.h"

typedef struct {
    double ns[FORMED * FORMS];    // per call, of form k of function i at [i * FORMS + k]
} math_speeds;

// "sin", "half_sin", "native_sin" for the forms of a function.
const char *form_name(size_t function, size_t form);

enum { NUMBERS = 1 << 10 };    // x in the timed kernels: from 0.5 on in steps of 1 / NUMBERS

// How many calls are timed, a multiple of NUMBERS.  Few with a --size below 1000.
size_t speed_calls(const ocl_env *env);

// Compares what a timed kernel wrote.  The first NUMBERS results have a reference, and the others
// repeat them.  A function without a bound must have three digits here: 2^14 ULP.
ocl_result verify_timed(cl_device_id device, size_t function, float *y, size_t calls);

void report_speeds(ocl_report *report, const math_worst worst[FUNCTIONS],
                   const math_speeds *speeds);

// The chart of --output: the times of the three forms of each function, and native_'s error.
void output_speeds(const ocl_report *report, const math_worst worst[FUNCTIONS],
                   const math_speeds *speeds, const char *path);

#endif
