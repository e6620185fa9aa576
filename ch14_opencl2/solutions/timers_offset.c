// SPDX-License-Identifier: MIT
//
// timers_offset - exercise 3 of timers: the offset between two clocks.
//
//     cmake --build build --target exercise_timers_offset
//     build/exercises/timers_offset

#include "ocl.h"

// What must be added to the device's time to get the host's.
static long long offset(long long before, long long device, long long after)
{
    //: skeleton
    //: (void)after;
    //: return before - device;    // Exercise 3 of timers: the middle.
    //: solution
    return (before + after) / 2 - device;
    //: end
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
                      ocl_verify_equal("100, 1150, 200", offset(100, 1150, 200), -1000));
    ocl_report_result(report, "a device behind",
                      ocl_verify_equal("a device behind", offset(500, 100, 700), 500));
    ocl_report_result(report, "within", ocl_verify_equal("within", within(100, 200), 50));
    return ocl_report_close(report);
}
