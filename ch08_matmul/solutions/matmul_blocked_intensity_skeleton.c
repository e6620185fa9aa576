// SPDX-License-Identifier: MIT
//
// matmul_blocked_intensity_skeleton - exercise 6 of matmul_blocked: operations per byte.
//
//     cp ch08_matmul/solutions/matmul_blocked_intensity_skeleton.c build/mine.c
//     cmake --build build --target mine && build/solutions/mine

#include "ocl.h"

static double intensity(double r, double c)
{
    return 2 * r * c / (4 * r * c);    // Exercise 6 of matmul_blocked: this loads for each product.
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "matmul_blocked_intensity",
                              .summary = "Operations per byte.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "1 x 1, of 100",
                      ocl_verify_equal("1 x 1, of 100", llround(100 * intensity(1, 1)), 25));
    ocl_report_result(report, "8 x 8, of 100",
                      ocl_verify_equal("8 x 8, of 100", llround(100 * intensity(8, 8)), 200));
    ocl_report_result(report, "13 x 32, of 100",
                      ocl_verify_equal("13 x 32, of 100", llround(100 * intensity(13, 32)), 462));
    return ocl_report_close(report);
}
