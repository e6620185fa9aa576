// SPDX-License-Identifier: MIT
//
// reference - how far a result is from the exact one, by MPFR, a library for numbers of any length.

#ifndef MATH_REFERENCE_H
#define MATH_REFERENCE_H

#include "functions.h"

// Whether the program was built with MPFR 4.2 or newer.
bool has_mpfr(void);

// What one function is compared for.
typedef struct {
    cl_device_id device;
    size_t type, function;
    void *operands[3];
    void *got;    // of the device
    size_t count;
} math_case;

// The error of each result, in ULP: the distance of two neighbouring numbers at the exact result.
// 0 where both are NaN, or the same infinity; infinity where only one is.
void math_errors(const math_case *c, double *errors);

// Frees what MPFR keeps.
void math_reference_close(void);

#endif
