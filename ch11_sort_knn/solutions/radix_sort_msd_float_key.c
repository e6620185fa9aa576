// SPDX-License-Identifier: MIT
//
// radix_sort_msd_float_key - exercise 4 of radix_sort_msd: the order of floats.
//
//     cmake --build build --target exercise_radix_sort_msd_float_key
//     build/exercises/radix_sort_msd_float_key

#include "ocl.h"

static uint32_t as_key(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    //: skeleton
    //: return bits ^ 0x80000000u;    // Exercise 4 of radix_sort_msd: right for positive floats only.
    //: solution
    return bits >> 31 ? ~bits : bits | 0x80000000u;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "radix_sort_msd_float_key",
                              .summary = "The order of floats.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "-1 before 1",
                      ocl_verify_equal("-1 before 1", as_key(-1.0f) < as_key(1.0f), true));
    ocl_report_result(report, "-2 before -1",
                      ocl_verify_equal("-2 before -1", as_key(-2.0f) < as_key(-1.0f), true));
    ocl_report_result(report, "1 before 1.5",
                      ocl_verify_equal("1 before 1.5", as_key(1.0f) < as_key(1.5f), true));
    return ocl_report_close(report);
}
