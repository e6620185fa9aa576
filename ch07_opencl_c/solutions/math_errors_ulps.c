// SPDX-License-Identifier: MIT
//
// math_errors_ulps - exercise 6 of math_errors: an error in units of the last place.
//
//     cmake --build build --target exercise_math_errors_ulps
//     build/exercises/math_errors_ulps

#include "ocl.h"

// `right` is not 0, and no tiny number.
static double ulps(double got, double right)
{
    //: skeleton
    //: return fabs(got - right) / (fabs(right) * 0x1p-23);    // Exercise 6 of math_errors: nearly.
    //: solution
    int e;
    frexp(right, &e);
    return fabs(got - right) / ldexp(1.0, e - 24);
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "math_errors_ulps",
                              .summary = "An error in units of the last place.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "at 1",
                      ocl_verify_equal("at 1", llround(1000 * ulps(1.0 + 0x1p-23, 1.0)), 1000));
    ocl_report_result(report, "at 1.5",
                      ocl_verify_equal("at 1.5", llround(1000 * ulps(1.5 + 0x1p-23, 1.5)), 1000));
    ocl_report_result(report, "at -6",
                      ocl_verify_equal("at -6", llround(1000 * ulps(-6.0 - 0x1p-20, -6.0)), 2000));
    return ocl_report_close(report);
}
