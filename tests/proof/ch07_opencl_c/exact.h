// SPDX-License-Identifier: MIT
//
// exact - a number as sign, whole number and power of two: every value of every scalar type is one.
//
//     -2.75  is  - 11 * 2^-2
//
// A conversion is then two steps: the bits of the source say which number it is, and this number is
// rounded to one that the destination has.  Section 6.2.3 of the OpenCL C specification in plain C.

#ifndef EXACT_H
#define EXACT_H

#include "scalar_types.h"

typedef enum { EXACT_FINITE, EXACT_INFINITE, EXACT_NAN } exact_kind;

typedef struct {
    exact_kind kind;
    bool negative;
    uint64_t magnitude;    // of a finite one: magnitude * 2^exponent
    int exponent;
} exact;

// To the nearest (the even one of two), towards zero, upwards, downwards.
typedef enum { RTE, RTZ, RTP, RTN } rounding;

// The number that these bits of the type stand for.
exact exact_of(const scalar_type *type, uint64_t bits);

// The bits of the integer.  *inside says whether the rounded number is one of the type.  If it is
// not, the result is its lowest bits, with `saturated` the nearest end of the type's range, and 0
// for a NaN.
uint64_t exact_to_integer(exact x, const scalar_type *to, rounding mode, bool saturated,
                          bool *inside);

// The bits of the floating-point number.  A NaN becomes a quiet one.
uint64_t exact_to_float(exact x, const scalar_type *to, rounding mode);

// The bits of the floating-point type as a double, which has all its numbers; and back, rounded to
// the nearest.
double bits_to_double(const scalar_type *type, uint64_t bits);
uint64_t double_to_bits(const scalar_type *type, double x);

// Whether these bits are a NaN of the floating-point type; a number below the normal ones.
bool is_nan_bits(const scalar_type *type, uint64_t bits);
bool is_denormal_bits(const scalar_type *type, uint64_t bits);

#endif
