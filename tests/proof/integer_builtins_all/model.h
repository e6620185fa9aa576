// SPDX-License-Identifier: MIT
//
// model - the functions for integers in plain C, with 128 bits: sections 6.12.3 and
// 6.12.6 of the OpenCL C specification.

#ifndef INTEGER_MODEL_H
#define INTEGER_MODEL_H

#include "proof/ch07_opencl_c/scalar_types.h"

// In the order of the kernels.  The first three need three operands.
enum {
    CLAMP,
    MAD_HI,
    MAD_SAT,
    ABS,
    CLZ,
    POPCOUNT,
    ABS_DIFF,
    ADD_SAT,
    SUB_SAT,
    HADD,
    RHADD,
    MAX,
    MIN,
    MUL_HI,
    ROTATE,
    UPSAMPLE,
    MUL24,
    MAD24,
    CLAMP_TO_NUMBERS,    // of a vector and one number for all its components
    MAX_WITH_NUMBER,
    MIN_WITH_NUMBER,
    SELECT,    // the second operand where the third is larger than it, else the first
    BITSELECT,
    FUNCTIONS,
    OF_THREE = MAD_SAT + 1
};

extern const char *const FUNCTION_NAMES[FUNCTIONS];

// Whether integers of twice as many bits are there, with which the model computes.  For long and
// ulong some compilers have none.
bool has_model(size_t type);

// Whether the type has the function: there is no upsample of 64 bits, and mul24 and mad24 are of
// int and uint.
bool has_function(size_t type, size_t function);

// The type of the result.
size_t result_type(size_t type, size_t function);

// The result, as bits of that type.  The operands are bits of `type`.
uint64_t integer_model(size_t type, size_t function, const uint64_t operands[3]);

// Whether operands 1 and 2 are the same for all numbers of a vector.
bool takes_numbers(size_t function);

// Three operands for number i.  With 8 bits, 2^16 of them are all pairs, and 2^24 are all
// triples.
void integer_operands(size_t type, size_t i, uint64_t seed, uint64_t operands[3]);

#endif
