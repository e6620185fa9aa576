// SPDX-License-Identifier: MIT
//
// equations - A x = b for a plate or for the matrix of a file, and their answer in plain C.

#ifndef CONJUGATE_GRADIENT_EQUATIONS_H
#define CONJUGATE_GRADIENT_EQUATIONS_H

#include "shared/matrix.h"

static const double SMALL_ENOUGH = 1e-5;    // of the residual, as a part of b

// A: that of a plate, which is not stored, or that of a file, which has rows then.
typedef struct {
    size_t n, width, height;
    matrix rows;
    double largest;        // no sum of |a| along a row is larger
    size_t terms;          // roundings of such a sum, at most
    size_t most_rounds;    // of the method in plain C
    const char *file;      // NULL: a plate
} equations;

// The matrix of --input, or the plate of --size.  Exits where the file has none, or one that the
// method cannot take: it must be symmetric and positive definite.
equations equations_make(const ocl_options *opt);

// b.  A plate is warmed and cooled at random.  For a file it is A x for a random x.
void equations_fill(float *b, const equations *e, uint64_t seed);

// q = A p, in double.
void product_ref(double *q, const double *p, const equations *e);

double dot_ref(const double *a, const double *b, size_t n);
double length_ref(const float *v, size_t n);

// The length of b - A x as a part of that of b, in double.
double residual_ref(const float *x, const float *b, const equations *e);

// The answer in double.  course[k] is the length of the residual after k rounds, as a part of b.
// Returns the number of rounds; 0 where (p, A p) is not above 0; more than most_rounds where it is
// not there by then.
size_t solve_ref(double *x, float *course, const float *b, const equations *e);

// Exits where such a number says that there is no answer, and where a bound allows anything.
void equations_require_end(const equations *e, size_t rounds);
void equations_require_bound(const equations *e, double bound);

void equations_free(equations *e);

#endif
