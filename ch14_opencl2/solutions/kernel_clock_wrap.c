// SPDX-License-Identifier: MIT
//
// kernel_clock_wrap - exercise 5 of kernel_clock: a clock that wraps round.
//
//     cp ch14_opencl2/solutions/kernel_clock_wrap_skeleton.c build/mine.c
//     cmake --build build --target mine && build/solutions/mine

#include "ocl.h"

static uint32_t ticks(uint32_t begin, uint32_t end)
{
    return end - begin;
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
