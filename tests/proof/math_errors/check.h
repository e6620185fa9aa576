// SPDX-License-Identifier: MIT
//
// check - the errors of a function beside what it may have.

#ifndef MATH_CHECK_H
#define MATH_CHECK_H

#include "reference.h"

typedef struct {
    double error, bound;    // ULP; NO_BOUND: the specification leaves it open
    double known;           // what is known of this driver, 0: nothing
    double x, y;            // where the error is largest
    ocl_result result;      // in ULP; of no numbers: the function was left out
} math_worst;

// Compares all results of one function.
math_worst math_verify(const math_case *c);

enum { NUMBERS = 1 << 10 };    // x in the timed kernels: from 0.5 on in steps of 1 / NUMBERS

// Compares what a timed kernel wrote.  The first NUMBERS results have a reference, and the others
// repeat them.  A function without a bound must have three digits here: 2^14 ULP.
ocl_result verify_timed(cl_device_id device, size_t function, float *y, size_t calls);

// The table of the type's functions, and a row for all of them.
void math_report(ocl_report *report, size_t type, const math_worst worst[FUNCTIONS]);

// Ends the program with OCL_EXIT_SKIP where the driver's own library lacks sin.
void math_require_library(const ocl_env *env);

// Whether the device lacks this one function, or cannot write its second result.
bool math_lacks(cl_device_id device, size_t type, size_t function);

// Whether the device has functions of this type.  If not, a note says why.
bool math_can(ocl_report *report, const ocl_env *env, size_t type);

#endif
