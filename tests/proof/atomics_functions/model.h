// SPDX-License-Identifier: MIT
//
// model - what atomic functions do, in plain C, and whether a launch did that.

#ifndef ATOMICS_FUNCTIONS_MODEL_H
#define ATOMICS_FUNCTIONS_MODEL_H

#include "proof/ch07_opencl_c/scalar_types.h"

// In the order of atomics_functions.cl: floats have the first two, the base functions are the first
// six.
enum { XCHG, ADD, SUB, INC, DEC, CMPXCHG, MIN, MAX, AND, OR, XOR, FUNCTIONS };
enum { FLOAT_FUNCTIONS = SUB, BASE_FUNCTIONS = MIN };

// One launch.  `group` operations work on the same cell; the last group may have fewer.
typedef struct {
    size_t type, functions, n, group;
    const void *x;        // x[i]: the operand of operation i
    const void *old;      // old[f * n + i]: what operation i of function f found
    const void *cells;    // cells[group * functions + f]: the cell of function f at the end
} atomic_run;

// The bits of operand i, never 0.  Floats are small whole numbers: a million of them have the same
// sum in each order.
uint64_t operand_bits(size_t type, uint64_t seed, size_t i);

// The bits with which the cells of a function begin.
uint64_t first_bits(size_t type, size_t function);

// Compares, for each function: what the cells hold at the end, where this does not depend on the
// order; and what the operations found.  Each must have found what another one left, or the first
// value.
ocl_result verify_run(const atomic_run *run);

#endif
