// SPDX-License-Identifier: MIT
//
// ell - a sparse matrix whose rows are filled up with zeros, to the length of the longest one.
// Number k of row r is at k * rows + r.

#ifndef SHARED_ELL_H
#define SHARED_ELL_H

#include "matrix.h"

enum { ELL_MOST_ZEROS = 3 };    // for each number

typedef struct {
    size_t cells;          // numbers and zeros
    uint32_t *columns;     // of a zero: its row
    int16_t *distances;    // columns less rows; NULL: one needs more than 16 bits, or a place 32
    float *values;
} ell_matrix;    // the arrays have room for one cell more

// Whether there are few enough zeros.
bool ell_fits(const matrix *a);

ell_matrix ell_make(const matrix *a);
void ell_free(ell_matrix *e);

#endif
