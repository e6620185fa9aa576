// SPDX-License-Identifier: MIT
//
// cuSPARSE's product of a sparse matrix and a vector.

#ifndef BENCH_SPARSE_MATVEC_CUSPARSE_H
#define BENCH_SPARSE_MATVEC_CUSPARSE_H

#include <stddef.h>
#include <stdint.h>

typedef struct cusparse_product cusparse_product;

typedef struct {
    size_t rows, count;    // each below 2^31
    const uint32_t *first, *columns;
    const float *values;
} cusparse_matrix;

// The two ways that cuSPARSE has for rows: its default one, and one whose answer is the same in
// each run.
typedef enum { CUSPARSE_DEFAULT, CUSPARSE_REPEATABLE } cusparse_way;

// NULL where there is no GPU for CUDA.
cusparse_product *cusparse_open(const cusparse_matrix *m, const float *x, cusparse_way way);

// y = A x, with the wait.
void cusparse_run(cusparse_product *p);

// Fills y, so that an old answer is none.
void cusparse_forget(cusparse_product *p, size_t round);
void cusparse_read(float *y, const cusparse_product *p);
void cusparse_close(cusparse_product *p);

#endif
