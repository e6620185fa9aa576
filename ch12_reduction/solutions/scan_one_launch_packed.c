// SPDX-License-Identifier: MIT
//
// scan_one_launch_packed - exercise 5 of scan_one_launch: a state and a sum in one number.
//
//     cp ch12_reduction/solutions/scan_one_launch_packed_skeleton.c build/mine.c
//     cmake --build build --target mine && build/solutions/mine

#include "ocl.h"

static uint64_t pack(uint32_t state, uint32_t sum)
{
    return (uint64_t)state << 32 | sum;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "scan_one_launch_packed",
                              .summary = "A state and a sum in one number.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "state",
                      ocl_verify_equal("state", (long long)(pack(2, 0xffffffff) >> 32), 2));
    ocl_report_result(
        report, "sum",
        ocl_verify_equal("sum", (long long)(pack(2, 0xffffffff) & 0xffffffff), 4294967295));
    return ocl_report_close(report);
}
