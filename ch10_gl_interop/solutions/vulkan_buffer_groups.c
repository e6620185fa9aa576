// SPDX-License-Identifier: MIT
//
// vulkan_buffer_groups - exercise 7 of vulkan_buffer: work-groups of a shader.
//
//     cmake --build build --target exercise_vulkan_buffer_groups
//     build/exercises/vulkan_buffer_groups

#include "ocl.h"

static int groups(int n, int size)
{
    //: skeleton
    //: return n / size;    // Exercise 7 of vulkan_buffer: the last ones.
    //: solution
    return (n + size - 1) / size;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "vulkan_buffer_groups",
                              .summary = "Work-groups of a shader.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "64 by 64", ocl_verify_equal("64 by 64", groups(64, 64), 1));
    ocl_report_result(report, "67 by 64", ocl_verify_equal("67 by 64", groups(67, 64), 2));
    ocl_report_result(report, "1 by 64", ocl_verify_equal("1 by 64", groups(1, 64), 1));
    ocl_report_result(report, "128 by 64", ocl_verify_equal("128 by 64", groups(128, 64), 2));
    return ocl_report_close(report);
}
