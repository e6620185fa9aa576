// SPDX-License-Identifier: MIT
//
// matrix - sparse matrices in compressed rows (CSR), with rows that are alike or of all lengths.
//
//     matrix a = matrix_plan(rows, SKEWED, seed);    // how much memory it needs
//     matrix_fill(&a, SKEWED, seed);
//     matrix_free(&a);

#ifndef SHARED_MATRIX_H
#define SHARED_MATRIX_H

#include "ocl.h"

// regular: 12 to 16 numbers anywhere in the row.  banded: as many, in the 64 columns around the
// diagonal, as a mesh has them.  skewed: none, or 1, 2, 4 ... of which each is half as frequent as
// the one before.  So rows of each length have about as many numbers together.
enum { REGULAR, SKEWED, BANDED };
extern const char *const PATTERNS[];    // their names, ended by NULL

typedef struct {
    size_t rows, count, width;    // as many columns as rows; numbers; of the longest row
    uint32_t *first, *columns;    // of row r: from first[r] to first[r + 1] - 1
    float *values;
} matrix;

// The three sizes of the matrix that matrix_fill makes.
matrix matrix_plan(size_t rows, size_t pattern, uint64_t seed);

// Allocates and fills the arrays; columns and values have room for one number more.
void matrix_fill(matrix *a, size_t pattern, uint64_t seed);

void matrix_free(matrix *a);

// How far off a device's sum of each row may be.  A row of k numbers has k products and at most k
// additions that round, in whatever order, and the reference is rounded once: each time by at most
// 2^-24 of what is there, and that is at most the sum of all |a x|.  0 where all numbers are whole,
// at most 8, and no row has more than 2^18 of them.
void matrix_bounds(float *bounds, const matrix *a, const float *x);

// Whole numbers from -8 to 8, as the matrix has.  A product is at most 64, and a row has at most
// 2^18: a float holds each sum exactly, in any order.
void fill_numbers(float *x, size_t count, uint64_t seed);

#endif
