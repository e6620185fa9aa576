// SPDX-License-Identifier: MIT
//
// kernel_info_groups - exercise 3 of kernel_info: work-groups that fit.
//
//     cmake --build build --target exercise_kernel_info_groups
//     build/exercises/kernel_info_groups

#include "ocl.h"

enum { MOST_GROUPS = 16 };

// In bytes: what a unit has, and what a work-group needs (CL_KERNEL_LOCAL_MEM_SIZE).
static size_t groups_that_fit(size_t has, size_t needs)
{
    //: skeleton
    //: return has / (needs + 1);    // Exercise 3 of kernel_info: not quite, and is there a limit?
    //: solution
    if (needs == 0) return MOST_GROUPS;
    return has / needs < MOST_GROUPS ? has / needs : MOST_GROUPS;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "kernel_info_groups",
                              .summary = "Work-groups that fit.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "12 KiB",
                      ocl_verify_equal("12 KiB", (long long)groups_that_fit(49152, 12288), 4));
    ocl_report_result(report, "1 KiB",
                      ocl_verify_equal("1 KiB", (long long)groups_that_fit(49152, 1024), 16));
    ocl_report_result(report, "none",
                      ocl_verify_equal("none", (long long)groups_that_fit(49152, 0), 16));
    ocl_report_result(report, "too much",
                      ocl_verify_equal("too much", (long long)groups_that_fit(49152, 65536), 0));
    return ocl_report_close(report);
}
