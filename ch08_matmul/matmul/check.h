// SPDX-License-Identifier: MIT
//
// matmul_check - whether C is A B: against a serial reference, or, where that would take long, by
// Freivalds' check of every row and a sample of exactly computed elements.
//
// Freivalds' check multiplies both sides by a vector x: C x = A (B x) takes three products of a matrix and a
// vector.  The elements of x are 1 and -1 at random, so one wrong element of C shows in its row for every x if
// its error exceeds the row's bound, which allows for the rounding of a whole row: at 4096 it is 15 times the
// bound of an element.  Several in one row cancel with probability 1/2 at most, for each of the vectors anew
// (R. Freivalds, "Probabilistic machines can use less running time", IFIP Congress 1977).

#ifndef MATMUL_CHECK_H
#define MATMUL_CHECK_H

#include "ocl.h"

typedef enum { MATMUL_AUTO, MATMUL_SERIAL, MATMUL_FREIVALDS } matmul_method;
extern const char *const MATMUL_METHODS[];    // their names, ended by NULL

typedef struct {
    size_t m, n, k;
    matmul_method method;    // never MATMUL_AUTO
    double bound;            // of an element of C
    float *ref;              // serial: C; else the sampled elements of it
    double reference_ns;     // that the serial reference took; 0: there is none
    size_t *sample;          // where these are, SAMPLES of them
    double *x, *abx;         // the vectors, n each, and A (B x), m each
    double row_bound;        // of an element of C x - A (B x)
} matmul_check;

// Prepares the check of products of a (m x k) and b (k x n), uniform in [-1, 1].
matmul_check matmul_check_open(matmul_method method, const float *a, const float *b, size_t m,
                               size_t n, size_t k, uint64_t seed);

// What the check does, in words.
const char *matmul_check_text(const matmul_check *check);

// Judges c, under that name.
ocl_result matmul_check_product(const matmul_check *check, const char *name, const float *c);

void matmul_check_close(matmul_check *check);

#endif
