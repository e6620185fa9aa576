// SPDX-License-Identifier: MIT
//
// mpi_matmul_received - exercise 6 of mpi_matmul: numbers that a rank needs.
//
//     cmake --build build --target exercise_mpi_matmul_received
//     build/exercises/mpi_matmul_received

#include "ocl.h"

static long long needed(long long m, long long n, long long k, int rows, int columns)
{
    //: skeleton
    //: (void)rows, (void)columns;
    //: return m * k + n * k;    // Exercise 6 of mpi_matmul: only its own rows and columns.
    //: solution
    return m / rows * k + n / columns * k;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "mpi_matmul_received",
                              .summary = "Numbers that a rank needs.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "4 x 4",
                      ocl_verify_equal("4 x 4", needed(4096, 4096, 4096, 4, 4), 8388608));
    ocl_report_result(report, "16 x 1",
                      ocl_verify_equal("16 x 1", needed(4096, 4096, 4096, 16, 1), 17825792));
    ocl_report_result(report, "one rank", ocl_verify_equal("one rank", needed(2, 3, 5, 1, 1), 25));
    return ocl_report_close(report);
}
