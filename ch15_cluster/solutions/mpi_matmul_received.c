// SPDX-License-Identifier: MIT
//
// mpi_matmul_received - exercise 6 of mpi_matmul: numbers that a rank needs.
//
//     cp ch15_cluster/solutions/mpi_matmul_received_skeleton.c build/mine.c
//     cmake --build build --target mine && build/solutions/mine

#include "ocl.h"

static long long needed(long long m, long long n, long long k, int rows, int columns)
{
    return m / rows * k + n / columns * k;
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
