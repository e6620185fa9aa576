// SPDX-License-Identifier: MIT
//
// sparse_matvec_transposed - exercise 3 of sparse_matvec: the product with the transposed matrix.
//
//     cmake --build build --target exercise_sparse_matvec_transposed
//     build/exercises/sparse_matvec_transposed

#include "ocl.h"

enum { ROWS = 3, COLUMNS = 4 };

// 1 0 2 0
// 0 0 0 3
// 4 5 0 6
static const uint32_t FIRST[ROWS + 1] = { 0, 2, 3, 6 };
static const uint32_t WHERE[6] = { 0, 2, 3, 0, 1, 3 };
static const float VALUES[6] = { 1, 2, 3, 4, 5, 6 };

// y = A^T x: y has COLUMNS numbers, x has ROWS.
static void multiply_transposed(float *y, const float *x)
{
    for (int column = 0; column < COLUMNS; column++)
        y[column] = 0.0f;
    //: skeleton
    //: // Exercise 3 of sparse_matvec: this is the product with A itself, which does not fit.
    //: for (uint32_t row = 0; row < ROWS; row++)
    //:     for (uint32_t i = FIRST[row]; i < FIRST[row + 1]; i++)
    //:         y[row] += VALUES[i] * x[WHERE[i] % ROWS];
    //: solution
    for (uint32_t row = 0; row < ROWS; row++)
        for (uint32_t i = FIRST[row]; i < FIRST[row + 1]; i++)
            y[WHERE[i]] += VALUES[i] * x[row];
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "sparse_matvec_transposed",
                              .summary = "The product with the transposed matrix.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    const float x[ROWS] = { 1, 10, 100 }, want[COLUMNS] = { 401, 500, 2, 630 };
    float y[COLUMNS];
    multiply_transposed(y, x);

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "y", ocl_verify_f32("y", y, want, COLUMNS, 0.0f));
    return ocl_report_close(report);
}
