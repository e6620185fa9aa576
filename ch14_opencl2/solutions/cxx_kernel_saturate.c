// SPDX-License-Identifier: MIT
//
// cxx_kernel_saturate - exercise 5 of cxx_kernel: an addition that does not wrap round.
//
//     cmake --build build --target exercise_cxx_kernel_saturate
//     build/exercises/cxx_kernel_saturate

#include "ocl.h"

static uint16_t add_sat(uint16_t a, uint16_t b)
{
    //: skeleton
    //: return (uint16_t)(a + b);    // Exercise 5 of cxx_kernel: does it fit?
    //: solution
    return (uint16_t)(a + b > UINT16_MAX ? UINT16_MAX : a + b);
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "cxx_kernel_saturate",
                              .summary = "An addition that does not wrap round.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "1 and 2", ocl_verify_equal("1 and 2", add_sat(1, 2), 3));
    ocl_report_result(report, "the largest",
                      ocl_verify_equal("the largest", add_sat(65535, 0), 65535));
    ocl_report_result(report, "too large", ocl_verify_equal("too large", add_sat(65535, 1), 65535));
    ocl_report_result(report, "twice 40000",
                      ocl_verify_equal("twice 40000", add_sat(40000, 40000), 65535));
    return ocl_report_close(report);
}
