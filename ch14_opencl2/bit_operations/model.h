// SPDX-License-Identifier: MIT
//
// model - the functions in plain C, bit by bit.

#ifndef BIT_OPERATIONS_MODEL_H
#define BIT_OPERATIONS_MODEL_H

#include "ocl.h"

enum { BIT_FUNCTIONS = 10 };

// Row f: the function's name.
extern const char *const BIT_FUNCTION_NAMES[BIT_FUNCTIONS];

// What function f gives for words of so many bits, as a number without sign.
cl_ulong bit_ref(int f, int bits, const cl_ulong words[2], cl_uchar2 field);

// All fields of a word of so many bits, one after the other, again and again: offset, count.
void fill_fields(cl_uchar2 *fields, size_t n, int bits);

// Random words.  Every eighth is 0 or has one bit.
void fill_words(cl_ulong *words, size_t n, uint64_t seed);

#endif
