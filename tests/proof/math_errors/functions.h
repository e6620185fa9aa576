// SPDX-License-Identifier: MIT
//
// functions - the mathematical functions, where they are tried, and how large their error may be:
// section 7.4 of the OpenCL C specification.

#ifndef MATH_FUNCTIONS_H
#define MATH_FUNCTIONS_H

#include "proof/ch07_opencl_c/scalar_types.h"

// In the order of the kernel's cases.
enum {
    F_RECIPROCAL,
    F_ACOS,
    F_ACOSH,
    F_ACOSPI,
    F_ASIN,
    F_ASINH,
    F_ASINPI,
    F_ATAN,
    F_ATANH,
    F_ATANPI,
    F_CBRT,
    F_CEIL,
    F_COS,
    F_COSH,
    F_COSPI,
    F_ERF,
    F_ERFC,
    F_EXP,
    F_EXP2,
    F_EXP10,
    F_EXPM1,
    F_FABS,
    F_FLOOR,
    F_FRACT,
    F_FRACT_WHOLE,
    F_FREXP,
    F_FREXP_EXPONENT,
    F_ILOGB,
    F_LGAMMA,
    F_LGAMMA_R,
    F_LOG,
    F_LOG2,
    F_LOG10,
    F_LOG1P,
    F_LOGB,
    F_MODF,
    F_MODF_WHOLE,
    F_RINT,
    F_ROUND,
    F_RSQRT,
    F_SIN,
    F_SINCOS_SINE,
    F_SINCOS_COSINE,
    F_SINH,
    F_SINPI,
    F_SQRT,
    F_TAN,
    F_TANH,
    F_TANPI,
    F_TGAMMA,
    F_TRUNC,
    F_SUM,
    F_DIFFERENCE,
    F_PRODUCT,
    F_QUOTIENT,
    F_ATAN2,
    F_ATAN2PI,
    F_COPYSIGN,
    F_FDIM,
    F_FMA,
    F_FMAX,
    F_FMIN,
    F_FMOD,
    F_HYPOT,
    F_LDEXP,
    F_MAD,
    F_MAXMAG,
    F_MINMAG,
    F_NEXTAFTER,
    F_POW,
    F_POWN,
    F_POWR,
    F_REMAINDER,
    F_REMQUO,
    F_REMQUO_QUOTIENT,
    F_ROOTN,
    F_HALF_COS,
    F_HALF_DIVIDE,
    F_HALF_EXP,
    F_HALF_EXP2,
    F_HALF_EXP10,
    F_HALF_LOG,
    F_HALF_LOG2,
    F_HALF_LOG10,
    F_HALF_POWR,
    F_HALF_RECIP,
    F_HALF_RSQRT,
    F_HALF_SIN,
    F_HALF_SQRT,
    F_HALF_TAN,
    F_NATIVE_COS,
    F_NATIVE_DIVIDE,
    F_NATIVE_EXP,
    F_NATIVE_EXP2,
    F_NATIVE_EXP10,
    F_NATIVE_LOG,
    F_NATIVE_LOG2,
    F_NATIVE_LOG10,
    F_NATIVE_POWR,
    F_NATIVE_RECIP,
    F_NATIVE_RSQRT,
    F_NATIVE_SIN,
    F_NATIVE_SQRT,
    F_NATIVE_TAN,
    F_FMAX_NUMBER,    // of a vector and a number
    F_FMIN_NUMBER,
    F_LDEXP_NUMBER,
    F_LDEXP_VECTOR,    // of a vector and a vector of whole numbers
    F_POWN_VECTOR,
    F_ROOTN_VECTOR,
    F_NAN,
    FUNCTIONS,
    OF_TWO = F_SUM,           // the first of those with two or three operands
    OF_FLOAT = F_HALF_COS,    // the first of the short forms, which exist for float only
    MIXED = F_FMAX_NUMBER     // the first of those with a vector and a number, and nan
};

// Where a function is tried.
typedef enum {
    WIDE,      // all exponents, both signs, and 0, 1, infinity, NaN
    NORMAL,    // neither denormal nor special
    PAIR,      // both operands of any exponent, or with exponents near each other
    NORMAL_PAIR,
    POSITIVE,    // WIDE from 0 on
    NORMAL_POSITIVE,
    UNIT,    // from -1 to 1
    ABOVE_ONE,
    ABOVE_MINUS_ONE,
    MODERATE,       // from -30 to 30, for erf and erfc
    ANGLE,          // from -10 to 10, or of any size
    SMALL_ANGLE,    // up to 2^16: what half_sin promises
    EXPONENT,       // where an exponential function neither overflows nor becomes 0, and beyond
    GAMMA,          // where the gamma function does not overflow
    SCALE,          // the second operand is a whole number
    POWER,          // powers of positive numbers that seldom overflow
    WHOLE_POWER,    // the same with both signs and a whole exponent
    ROOT            // the second operand is a whole number other than 0
} domain;

// Errors in units of the last place (ULP).  0: exact; 0.5: correctly rounded; NO_BOUND: the
// specification leaves it open.
#define NO_BOUND (-1.0)

typedef struct {
    const char *name;
    size_t operands;
    domain domain;
    double bounds[3];      // float, double, half
    double embedded[2];    // of the embedded profile: float, half; double has one bound
} math_function;

extern const math_function MATH_FUNCTIONS[FUNCTIONS];

// Whether the function exists for float only: half_ and native_.
bool is_short(size_t function);

// The bound of this device's profile.
double math_bound(cl_device_id device, size_t type, size_t function);

// Fills three arrays of `count` numbers of the type with operands for the function.
void math_operands(size_t type, size_t function, size_t count, uint64_t seed, void *operands[3]);

// The functions that have three forms: the number of the full one, of half_, of native_.
enum { FORMED = 14, FULL_FORM = 0, HALF_FORM, NATIVE_FORM, FORMS };
extern const size_t MATH_FORMS[FORMED][FORMS];

// "sin", "half_sin", "native_sin" for the forms of a function.
const char *form_name(size_t function, size_t form);

#endif
