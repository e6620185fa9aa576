// SPDX-License-Identifier: MIT
//
// matmul_blocked_intensity - exercise 6 of matmul_blocked: operations per byte.
//
//     cmake --build build --target exercise_matmul_blocked_intensity
//     build/exercises/matmul_blocked_intensity

#include "ocl.h"

static double intensity(double r, double c)
{
    //: skeleton
    //: return 2 * r * c / (4 * r * c);    // Exercise 6 of matmul_blocked: this loads for each product.
    //: solution
    return 2 * r * c / (4 * (r + c));
    //: end
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
