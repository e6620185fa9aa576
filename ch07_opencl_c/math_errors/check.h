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

// The table of the type's functions, and a row for all of them.
void math_report(ocl_report *report, size_t type, const math_worst worst[FUNCTIONS]);

// Whether the device has functions of this type.  If not, a note says why.
bool math_can(ocl_report *report, const ocl_env *env, size_t type);

#endif
