// SPDX-License-Identifier: MIT
//
// ls_limits - how far sums and the curve that follows from them are off, and how far they may be.

#ifndef LS_LIMITS_H
#define LS_LIMITS_H

#include "least_squares.h"

// The relative error of the reference's own sums, as ls_find_limits needs it.
double ls_reference_rounding(const ls_fit *ref);

// Whether the points determine the curve in the arithmetic of the reference.
bool ls_is_determined(const ls_fit *ref, const ls_range *range);

// Correct decimal digits of `got`: -log10 of the relative error, from 0 to 15.
double ls_digits(double got, double want);

// How far `fit` is off: of the curve at the ends and in the middle of the points, as a part of the
// spread of y; then of the sum of squared residuals, as a part of the total sum of squares.  At
// most 1: all digits are lost.
enum { LS_ERRORS = 4 };
void ls_errors(float errors[LS_ERRORS], const ls_fit *fit, const ls_fit *ref,
               const ls_range *range);

// How far each sum of `fit` is off, in the order of the kernels: as a part of the largest sum that
// points with these squares could have.  At most 1.
void ls_sum_errors(float *errors, const ls_fit *fit, const ls_fit *ref, const ls_range *range);

// How far a fit may be off.  The curve's limit is one for the errors of ls_errors and at most 1.
// The others are those of the fit's own numbers, and infinite where no digit is certain.
typedef struct {
    double curve;
    double a[MAX_TERMS], deviation[MAX_TERMS], r2, residual;
} ls_limits;

// The limits when each sum has been made in `frame` with an error of up to `rounding`, as a part of
// the sum of its terms' absolute values.  The errors of the sums pass through the normal equations.
// Where they may change the solution by more than a tenth, nothing is certain.
ls_limits ls_find_limits(const ls_fit *ref, const ls_frame *frame, double rounding,
                         const ls_range *range);

// How many digits of a value are certain, from 0 to 15, if it may be off by `limit`.  The last one
// may be off by one, rounding included.
int ls_certain_digits(double value, double limit);

// How much larger the largest |x| is than the spread of x in this frame; the same for y; added.
// Rounding x to so many bits loses that many times more of u.
double ls_offset(const ls_fit *ref, const ls_frame *frame, const ls_range *range);

// A value with its digits that are certain; "< 1.2e-15" where only its size is; "unknown" where
// nothing is; "none" where the limit is NaN, because there is no such number.
typedef struct {
    char text[32];
} ls_shown;
ls_shown ls_show(double value, double limit);

#endif
