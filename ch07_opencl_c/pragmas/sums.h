// SPDX-License-Identifier: MIT
//
// sums - x * y + z, rounded once and rounded twice.

#ifndef PRAGMAS_SUMS_H
#define PRAGMAS_SUMS_H

#include "ocl.h"

// A kernel, and which of the two results it may give.
typedef struct {
    const char *kernel;
    const char *code;
    bool once, twice;
} contraction_case;

enum { TWO_EXPRESSIONS = 3, CONTRACTIONS = 5 };
extern const contraction_case CONTRACTION_CASES[CONTRACTIONS];

// Numbers x, y, z; the results; what came from the device.
typedef struct {
    size_t n;
    float *x, *y, *z;
    float *once, *twice;
    float *out, *want;
} sums;

// n of each.  Release with sums_close.
sums sums_open(size_t n, uint64_t seed);
void sums_close(sums *s);

// How many of s->out were rounded once, or twice; where both give the same number nobody knows.
typedef struct {
    size_t once, twice, alike;
} roundings;

roundings sums_count(const sums *s);

// Whether every s->out is a result that this case allows.  `once_allowed`: also a result that was
// rounded once.
ocl_result sums_verify(sums *s, size_t index, bool once_allowed);

#endif
