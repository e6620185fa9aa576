// SPDX-License-Identifier: MIT
//
// check - whether C is A B: by a serial reference, or by Freivalds' check where that would take
// long.
//
// Freivalds' check multiplies both sides by a vector x: C x must be A (B x).  That takes three
// products of a matrix and a vector.  The elements of x are 1 and -1 at random.  One wrong element
// of C shows in its row for every x, if its error exceeds the bound of the row.  This bound allows
// for the rounding of a whole row: at 4096 it is 28 times the bound of an element.  Several wrong
// elements of one row cancel with a probability of at most 1/2, for each vector anew (R. Freivalds,
// "Probabilistic machines can use less running time", IFIP Congress 1977).  Besides, some elements
// of C are computed exactly.

#ifndef MATMUL_CHECK_H
#define MATMUL_CHECK_H

#include "matrices.h"

typedef enum { MATMUL_AUTO, MATMUL_SERIAL, MATMUL_FREIVALDS } matmul_method;
extern const char *const MATMUL_METHODS[];    // their names, ended by NULL

typedef struct {
    size_t m, n, k;
    matmul_method method;    // never MATMUL_AUTO
    double bound;            // of an element of C
    float *ref;              // serial: C; Freivalds: the sampled elements of C
    double reference_ns;     // what the serial reference took; 0: there is none
    size_t *sample;          // indices of the sampled elements
    double *x, *abx;         // the vectors, n elements each, and A (B x), m elements each
    double row_bound;        // of an element of C x - A (B x)
} matmul_check;

// Prepares the check of this product.  MATMUL_AUTO takes the serial reference for small products.
matmul_check matmul_check_open(matmul_method method, const matmul_matrices *matrices,
                               uint64_t seed);

// Says in the problem line what is multiplied and checked, and how long the reference took.
void matmul_check_report(const matmul_check *check, ocl_report *report);

// Judges c, under that name.
ocl_result matmul_check_product(const matmul_check *check, const char *name, const float *c);

void matmul_check_close(matmul_check *check);

#endif
