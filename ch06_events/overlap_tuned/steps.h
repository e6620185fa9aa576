// SPDX-License-Identifier: MIT
//
// overlap_steps - the generator of random numbers that the kernel steps, and its result.

#ifndef OVERLAP_STEPS_H
#define OVERLAP_STEPS_H

#include <stddef.h>
#include <stdint.h>

// One step: x becomes MULTIPLIER * x + INCREMENT, modulo 2^32.
#define MULTIPLIER 1664525U
#define INCREMENT  1013904223U

// ref[i] = x[i] after `steps` steps, for n numbers.
void overlap_steps_ref(uint32_t *ref, const uint32_t *x, size_t n, size_t steps);

#endif
