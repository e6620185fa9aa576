// SPDX-License-Identifier: MIT
//
// mpi_matmul_grid - exercise 5 of mpi_matmul: the grid of the ranks.
//
//     cmake --build build --target exercise_mpi_matmul_grid
//     build/exercises/mpi_matmul_grid

#include "ocl.h"

static int columns(int ranks)
{
    int best = 1;
    //: skeleton
    //: for (int c = 1; c <= ranks; c++)
    //:     if (ranks % c == 0) best = c;    // Exercise 5 of mpi_matmul: too wide?
    //: solution
    for (int c = 1; c * c <= ranks; c++)
        if (ranks % c == 0) best = c;
    //: end
    return best;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "mpi_matmul_grid",
                              .summary = "The grid of the ranks.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "1 rank", ocl_verify_equal("1 rank", columns(1), 1));
    ocl_report_result(report, "6 ranks", ocl_verify_equal("6 ranks", columns(6), 2));
    ocl_report_result(report, "16 ranks", ocl_verify_equal("16 ranks", columns(16), 4));
    ocl_report_result(report, "7 ranks", ocl_verify_equal("7 ranks", columns(7), 1));
    ocl_report_result(report, "12 ranks", ocl_verify_equal("12 ranks", columns(12), 3));
    return ocl_report_close(report);
}
