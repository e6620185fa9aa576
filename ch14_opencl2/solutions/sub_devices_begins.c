// SPDX-License-Identifier: MIT
//
// sub_devices_begins - exercise 4 of sub_devices: where a part of the numbers begins.
//
//     cp ch14_opencl2/solutions/sub_devices_begins_skeleton.c build/mine.c
//     cmake --build build --target mine && build/solutions/mine

#include "ocl.h"

static int begin_of(int part, int parts, int n)
{
    const int larger = n % parts;
    return part * (n / parts) + (part < larger ? part : larger);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "sub_devices_begins",
                              .summary = "Where a part of the numbers begins.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "part 0 of 3",
                      ocl_verify_equal("part 0 of 3", begin_of(0, 3, 11), 0));
    ocl_report_result(report, "part 1 of 3",
                      ocl_verify_equal("part 1 of 3", begin_of(1, 3, 11), 4));
    ocl_report_result(report, "part 2 of 3",
                      ocl_verify_equal("part 2 of 3", begin_of(2, 3, 11), 8));
    ocl_report_result(report, "the end", ocl_verify_equal("the end", begin_of(3, 3, 11), 11));
    ocl_report_result(report, "two numbers, the end",
                      ocl_verify_equal("two numbers, the end", begin_of(5, 5, 2), 2));
    return ocl_report_close(report);
}
