// SPDX-License-Identifier: MIT
//
// model - the eight functions in plain C, their names, and inputs at the ends of the types.

#ifndef INTEGER_DOT_PRODUCT_MODEL_H
#define INTEGER_DOT_PRODUCT_MODEL_H

#include "ocl.h"

enum { DOT_FORMS = 3, DOT_FUNCTIONS = 8 };

// The names of the functions, by form: by hand, of char4, packed.
extern const char *const DOT_NAMES[DOT_FORMS][DOT_FUNCTIONS];

// What function f gives for two words of four bytes, and the sum so far where it takes one.
cl_uint dot_ref(int f, cl_uint a, cl_uint b, cl_uint sum);

// dot_ref without saturation: the low 32 bits of the sum.
cl_uint dot_wrapped(int f, cl_uint a, cl_uint b, cl_uint sum);

// Words of random bytes.  Half of the bytes are at an end of a type: 0, 1, 127, 128 or 255; the
// first pairs have four equal ones.
void fill_words(cl_uint *a, cl_uint *b, size_t n, uint64_t seed);

// Sums so far.  Three of four are near the ends of uint or int, where the functions saturate.
void fill_sums(cl_uint *sums, size_t n, uint64_t seed);

#endif
