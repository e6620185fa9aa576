// SPDX-License-Identifier: MIT
//
// equations - A x = b for the matrix of a file, and the answer in plain C.

#ifndef SHARED_EQUATIONS_H
#define SHARED_EQUATIONS_H

#include "shared/matrix.h"

static const double SMALL_ENOUGH = 1e-5;    // of the residual, as a part of b

typedef struct {
    matrix a;
    double largest;        // no sum of |a| along a row is larger
    size_t most_rounds;    // of the method in plain C
    const char *file;
    char *installed;    // the path, where it is a file of data/
} equations;

// The matrix of --input, or data/1138_bus.mtx.  Exits where the file has none, or one that the
// method cannot take: it must be symmetric and positive definite.
equations equations_load(const ocl_options *opt);

// b is A x for a random x.  So it is known that there is an answer.
void equations_fill(float *b, const equations *e, uint64_t seed);

// The answer in double.  Returns the number of rounds; 0 where (p, A p) is not above 0; more than
// most_rounds where it is not there by then.
size_t solve_ref(double *x, const float *b, const equations *e);

// Exits where such a number says that there is no answer.
void equations_require_end(const equations *e, size_t rounds);

// The length of b - A x as a part of that of b, in double.
double residual_ref(const float *x, const float *b, const equations *e);

// How long it may be after so many rounds of a device that computes in float.  `x` is the answer in
// double.  Exits where the bound allows anything.
double residual_bound(const equations *e, size_t rounds, const double *x, const float *b);

void equations_free(equations *e);

#endif
