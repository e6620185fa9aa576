// SPDX-License-Identifier: MIT
//
// math_errors_reduce - exercise 7 of math_errors: a small angle from a large one.
//
//     cmake --build build --target exercise_math_errors_reduce
//     build/exercises/math_errors_reduce

#include "ocl.h"

// x less the nearest whole number of turns.
static double reduced(float x)
{
    //: skeleton
    //: const double turn = 6.2831855f;    // Exercise 7 of math_errors: a float has too few digits.
    //: solution
    const double turn = 6.283185307179586;
    //: end
    return (double)x - turn * rint((double)x / turn);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "math_errors_reduce",
                              .summary = "A small angle from a large one.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "10, millionths",
                      ocl_verify_equal("10, millionths", llround(1e6 * reduced(10.0f)), -2566371));
    ocl_report_result(report, "100000, sine",
                      ocl_verify_equal("100000, sine", llround(1e6 * sin(reduced(100000.0f))),
                                       llround(1e6 * sin(100000.0))));
    return ocl_report_close(report);
}
