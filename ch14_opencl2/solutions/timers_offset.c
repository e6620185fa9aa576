// SPDX-License-Identifier: MIT
//
// timers_offset - exercise 4 of timers: the offset between two clocks.
//
//     cp ch14_opencl2/solutions/timers_offset_skeleton.c build/mine.c
//     cmake --build build --target mine && build/solutions/mine

#include "ocl.h"

// What must be added to the host's time to get the device's.
static long long offset(long long before, long long device, long long after)
{
    return device - (before + after) / 2;
}

static long long within(long long before, long long after)
{
    return (after - before + 1) / 2;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "timers_offset",
                              .summary = "The offset between two clocks.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "100, 1150, 200",
                      ocl_verify_equal("100, 1150, 200", offset(100, 1150, 200), 1000));
    ocl_report_result(report, "a device behind",
                      ocl_verify_equal("a device behind", offset(500, 100, 700), -500));
    ocl_report_result(report, "within", ocl_verify_equal("within", within(100, 200), 50));
    return ocl_report_close(report);
}
