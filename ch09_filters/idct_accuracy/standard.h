// SPDX-License-Identifier: MIT
//
// standard - what IEEE Std 1180-1990 prescribes: blocks, and figures with limits.

#ifndef IDCT_STANDARD_H
#define IDCT_STANDARD_H

#include "shared/jpeg/jpeg.h"

enum {
    IDCT_BLOCKS = 10000,    // of a set, for the limits of the means
    IDCT_SETS = 7,          // three ranges, the same with all signs changed, zeros
    IDCT_FIGURES = 5        // of a set
};

// Samples of a set are sign * (low to high).
typedef struct {
    int low, high, sign;
} idct_range;
extern const idct_range IDCT_RANGES[IDCT_SETS];

// The figures' names and upper limits.  The last set is zeros: all of its figures must be 0.
extern const char *const IDCT_NAMES[IDCT_FIGURES];
extern const double IDCT_LIMITS[IDCT_FIGURES];

// The coefficients of a set's blocks, and the samples (-256 to 255) that they should give.
void idct_make_set(int16_t *coefficients, int16_t *ref, idct_range range, size_t blocks);

// The figures of a set, from its samples and what they should be: the largest error; of the errors'
// squares, the mean at the worst place of a block, and that of all; of the errors, the same two.
void idct_find_figures(double figures[IDCT_FIGURES], const int16_t *samples, const int16_t *ref,
                       size_t blocks);

#endif
