// SPDX-License-Identifier: MIT
//
// random_numbers - what kernels/include/philox.h and the kernels of options draw, in plain C.

#ifndef RANDOM_NUMBERS_H
#define RANDOM_NUMBERS_H

#include <stdint.h>

// Philox 4x32-10, as in monte_carlo: the counter becomes four random numbers.
void philox(uint32_t counter[4], const uint32_t key[2]);

// Two normal numbers of two uniform ones, by Box and Muller.  Of x and y the upper 24 bits count.
void normal(double z[2], uint32_t x, uint32_t y);

#endif
