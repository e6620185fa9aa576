// SPDX-License-Identifier: MIT
//
// kernel_clock_hilo - exercise 4 of kernel_clock: a clock in two words.
//
//     cmake --build build --target exercise_kernel_clock_hilo
//     build/exercises/kernel_clock_hilo

#include "ocl.h"

static uint64_t together(uint32_t low, uint32_t high)
{
    //: skeleton
    //: (void)high;
    //: return low;    // Exercise 4 of kernel_clock: the higher word.
    //: solution
    return (uint64_t)high << 32 | low;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "kernel_clock_hilo",
                              .summary = "A clock in two words.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "5 and 0", ocl_verify_equal("5 and 0", (long long)together(5, 0), 5));
    ocl_report_result(report, "0 and 1",
                      ocl_verify_equal("0 and 1", (long long)together(0, 1), 4294967296));
    ocl_report_result(report, "7 and 2",
                      ocl_verify_equal("7 and 2", (long long)together(7, 2), 8589934599));
    return ocl_report_close(report);
}
