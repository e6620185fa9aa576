// SPDX-License-Identifier: MIT
//
// sobol - the directions of Sobol points, up to 8 dimensions and 2^24 points.
//
// Point i, in the order of the Gray code, is the exclusive or of the directions of the bits of
// i ^ (i >> 1).  A coordinate is its number of 32 bits, divided by 2^32.

#ifndef SOBOL_H
#define SOBOL_H

#include <stddef.h>
#include <stdint.h>

enum { SOBOL_DIMENSIONS = 8, SOBOL_BITS = 24 };

// directions[bit * dimensions + d], SOBOL_BITS * dimensions of them.
void sobol_directions(uint32_t *directions, size_t dimensions);

// A coordinate of a point.
uint32_t sobol_number(const uint32_t *directions, size_t dimensions, uint32_t index, size_t d);

#endif
