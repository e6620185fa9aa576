// SPDX-License-Identifier: MIT
//
// radix_sort_msd_signed - exercise 3 of radix_sort_msd: the order of signed numbers.
//
//     cmake --build build --target exercise_radix_sort_msd_signed
//     build/exercises/radix_sort_msd_signed

#include "ocl.h"

static uint32_t as_key(int32_t x)
{
    //: skeleton
    //: return (uint32_t)x;    // Exercise 3 of radix_sort_msd: here -1 is the largest.
    //: solution
    return (uint32_t)x ^ 0x80000000u;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "radix_sort_msd_signed",
                              .summary = "The order of signed numbers.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "-1 before 0",
                      ocl_verify_equal("-1 before 0", as_key(-1) < as_key(0), true));
    ocl_report_result(report, "-2 before -1",
                      ocl_verify_equal("-2 before -1", as_key(-2) < as_key(-1), true));
    ocl_report_result(report, "1 before 2",
                      ocl_verify_equal("1 before 2", as_key(1) < as_key(2), true));
    ocl_report_result(report, "the smallest",
                      ocl_verify_equal("the smallest", as_key(INT32_MIN), 0));
    return ocl_report_close(report);
}
