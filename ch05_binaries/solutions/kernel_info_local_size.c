// SPDX-License-Identifier: MIT
//
// kernel_info_local_size - exercise 2 of kernel_info: a size for work-groups.
//
//     cmake --build build --target exercise_kernel_info_local_size
//     build/exercises/kernel_info_local_size

#include "ocl.h"

// most: CL_KERNEL_WORK_GROUP_SIZE.  multiple: CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE.
static size_t local_size(size_t most, size_t multiple)
{
    //: skeleton
    //: return most / multiple * multiple;    // Exercise 2 of kernel_info: is it ever 0?
    //: solution
    return most < multiple ? most : most / multiple * multiple;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "kernel_info_local_size",
                              .summary = "A size for work-groups.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "200 and 32",
                      ocl_verify_equal("200 and 32", (long long)local_size(200, 32), 192));
    ocl_report_result(report, "256 and 64",
                      ocl_verify_equal("256 and 64", (long long)local_size(256, 64), 256));
    ocl_report_result(report, "8 and 32",
                      ocl_verify_equal("8 and 32", (long long)local_size(8, 32), 8));
    return ocl_report_close(report);
}
