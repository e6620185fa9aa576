// SPDX-License-Identifier: MIT
//
// kernel_clock_wrap - exercise 5 of kernel_clock: a clock that wraps round.
//
//     cmake --build build --target exercise_kernel_clock_wrap
//     build/exercises/kernel_clock_wrap

#include "ocl.h"

static uint32_t ticks(uint32_t begin, uint32_t end)
{
    //: skeleton
    //: return end > begin ? end - begin : 0;    // Exercise 5 of kernel_clock: round the end?
    //: solution
    return end - begin;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "kernel_clock_wrap",
                              .summary = "A clock that wraps round.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "10 to 25", ocl_verify_equal("10 to 25", ticks(10, 25), 15));
    ocl_report_result(report, "no tick", ocl_verify_equal("no tick", ticks(10, 10), 0));
    ocl_report_result(report, "round the end",
                      ocl_verify_equal("round the end", ticks(4294967290u, 4), 10));
    return ocl_report_close(report);
}
