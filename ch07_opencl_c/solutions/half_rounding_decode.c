// SPDX-License-Identifier: MIT
//
// half_rounding_decode - exercise 6 of half_rounding: reads a half.
//
//     cmake --build build --target exercise_half_rounding_decode
//     build/exercises/half_rounding_decode

#include "ocl.h"

// Finite numbers only.
static double from_half(cl_ushort h)
{
    const int bits = h & 0x3ff, e = h >> 10 & 0x1f;
    const double sign = h >> 15 ? -1.0 : 1.0;
    //: skeleton
    //: return sign * ldexp(1024 + bits, e - 25);    // Exercise 6 of half_rounding: not for all e.
    //: solution
    if (e == 0) return sign * ldexp(bits, -24);
    return sign * ldexp(1024 + bits, e - 25);
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "half_rounding_decode",
                              .summary = "Reads a half.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "1.0",
                      ocl_verify_equal("1.0", llround(1e6 * from_half(0x3c00)), 1000000));
    ocl_report_result(report, "-2.5",
                      ocl_verify_equal("-2.5", llround(1e6 * from_half(0xc100)), -2500000));
    ocl_report_result(report, "65504",
                      ocl_verify_equal("65504", llround(from_half(0x7bff)), 65504));
    ocl_report_result(report, "0", ocl_verify_equal("0", llround(1e9 * from_half(0)), 0));
    ocl_report_result(report, "the smallest",
                      ocl_verify_equal("the smallest", llround(1e9 * from_half(1)), 60));
    return ocl_report_close(report);
}
