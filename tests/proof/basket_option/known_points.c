// SPDX-License-Identifier: MIT

#include "known_points.h"

#include "basket_option/sobol.h"

// Of another program with the same table; the first two points are also on its authors' page, in
// three dimensions.  Coordinates times 128.
enum { KNOWN = 4, KNOWN_BITS = 7 };
static const struct {
    uint32_t index, numbers[SOBOL_DIMENSIONS];
} POINTS[KNOWN] = {
    { 3, { 32, 96, 96, 96, 32, 32, 96, 32 } },
    { 4, { 48, 48, 80, 112, 48, 16, 48, 112 } },
    { 118, { 89, 61, 127, 41, 53, 67, 103, 49 } },
    { 122, { 113, 37, 87, 97, 77, 123, 111, 57 } },
};

// The lowest 1 of the direction of bit b is the b-th from above.  So the first 2^m points have one
// coordinate in each of 2^m equal parts, for every m and in each dimension.
static ocl_result verify_parts(const uint32_t *directions)
{
    uint32_t lowest[SOBOL_BITS * SOBOL_DIMENSIONS], wanted[SOBOL_BITS * SOBOL_DIMENSIONS];
    for (size_t i = 0; i < SOBOL_BITS * SOBOL_DIMENSIONS; i++) {
        lowest[i] = directions[i] & (~directions[i] + 1);
        wanted[i] = UINT32_C(1) << (31 - i / SOBOL_DIMENSIONS);
    }
    return ocl_verify_u32("parts", lowest, wanted, SOBOL_BITS * SOBOL_DIMENSIONS);
}

ocl_result verify_known_points(void)
{
    uint32_t directions[SOBOL_BITS * SOBOL_DIMENSIONS];
    uint32_t numbers[KNOWN * SOBOL_DIMENSIONS], wanted[KNOWN * SOBOL_DIMENSIONS];
    sobol_directions(directions, SOBOL_DIMENSIONS);
    for (size_t i = 0; i < KNOWN; i++)
        for (size_t d = 0; d < SOBOL_DIMENSIONS; d++) {
            const uint32_t number = sobol_number(directions, SOBOL_DIMENSIONS, POINTS[i].index, d);
            numbers[i * SOBOL_DIMENSIONS + d] = number >> (32 - KNOWN_BITS);
            wanted[i * SOBOL_DIMENSIONS + d] = POINTS[i].numbers[d];
        }
    return ocl_result_both(
        verify_parts(directions),
        ocl_verify_u32("known", numbers, wanted, (size_t)KNOWN * SOBOL_DIMENSIONS));
}
