// SPDX-License-Identifier: MIT
//
// half_rounding_steps - exercise 7 of half_rounding: the distance of neighbouring halves.
//
//     cmake --build build --target exercise_half_rounding_steps
//     build/exercises/half_rounding_steps

#include "ocl.h"

// x is at least 2^-14 and at most 65504.
static double step_at(double x)
{
    //: skeleton
    //: return x / 1024;    // Exercise 7 of half_rounding: right for powers of two only.
    //: solution
    int e;
    frexp(x, &e);    // x is at least 2^(e - 1), and below 2^e
    return ldexp(1.0, e - 1 - 10);
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "half_rounding_steps",
                              .summary = "The distance of neighbouring halves.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "at 1", ocl_verify_equal("at 1", llround(1024 * step_at(1.0)), 1));
    ocl_report_result(report, "at 1.5",
                      ocl_verify_equal("at 1.5", llround(1024 * 1024 * step_at(1.5)), 1024));
    ocl_report_result(report, "at 3000",
                      ocl_verify_equal("at 3000", llround(1024 * step_at(3000.0)), 2048));
    return ocl_report_close(report);
}
