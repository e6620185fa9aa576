// SPDX-License-Identifier: MIT
//
// sub_devices_begins - exercise 4 of sub_devices: where a part of the numbers begins.
//
//     cmake --build build --target exercise_sub_devices_begins
//     build/exercises/sub_devices_begins

#include "ocl.h"

static int begin_of(int part, int parts, int n)
{
    //: skeleton
    //: return part * (n / parts);    // Exercise 4 of sub_devices: all n numbers?
    //: solution
    const int larger = n % parts;
    return part * (n / parts) + (part < larger ? part : larger);
    //: end
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
