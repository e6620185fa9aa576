// SPDX-License-Identifier: MIT

#include "sobol.h"

// The first rows of the table new-joe-kuo-6.21201 of Stephen Joe and Frances Kuo, "Constructing
// Sobol sequences with better two-dimensional projections" (2008),
// https://web.maths.unsw.edu.au/~fkuo/sobol/.  A row has a primitive polynomial of this degree over
// the numbers 0 and 1, whose inner coefficients are the bits of `inner`, and the first numbers.
static const struct {
    unsigned degree, inner, first[5];
} TABLE[SOBOL_DIMENSIONS - 1] = {
    { 1, 0, { 1 } },
    { 2, 1, { 1, 3 } },
    { 3, 1, { 1, 3, 1 } },
    { 3, 2, { 1, 1, 1 } },
    { 4, 1, { 1, 1, 3, 3 } },
    { 4, 4, { 1, 3, 5, 13 } },
    { 5, 2, { 1, 1, 5, 5, 17 } },
};

void sobol_directions(uint32_t *directions, size_t dimensions)
{
    for (unsigned bit = 0; bit < SOBOL_BITS; bit++)
        directions[bit * dimensions] = UINT32_C(1) << (31 - bit);
    for (size_t d = 1; d < dimensions; d++) {
        const unsigned degree = TABLE[d - 1].degree;
        for (unsigned bit = 0; bit < SOBOL_BITS; bit++) {
            uint32_t *direction = &directions[bit * dimensions + d];
            if (bit < degree) {
                *direction = TABLE[d - 1].first[bit] << (31 - bit);
                continue;
            }
            const uint32_t oldest = directions[(bit - degree) * dimensions + d];
            *direction = oldest ^ (oldest >> degree);
            for (unsigned back = 1; back < degree; back++)
                if (TABLE[d - 1].inner >> (degree - 1 - back) & 1)
                    *direction ^= directions[(bit - back) * dimensions + d];
        }
    }
}

uint32_t sobol_number(const uint32_t *directions, size_t dimensions, uint32_t index, size_t d)
{
    uint32_t number = 0;
    const uint32_t gray = index ^ (index >> 1);
    for (unsigned bit = 0; gray >> bit; bit++)
        if (gray >> bit & 1) number ^= directions[bit * dimensions + d];
    return number;
}
