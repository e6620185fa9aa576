// SPDX-License-Identifier: MIT
//
// vulkan_buffer_type - exercise 6 of vulkan_buffer: a kind of memory for a buffer.
//
//     cmake --build build --target exercise_vulkan_buffer_type
//     build/exercises/vulkan_buffer_type

#include "ocl.h"

static int find_kind(unsigned allowed, const unsigned *flags, int kinds, unsigned wanted)
{
    //: skeleton
    //: (void)allowed;
    //: for (int kind = 0; kind < kinds; kind++)
    //:     if ((flags[kind] & wanted) == wanted)
    //:         return kind;    // Exercise 6 of vulkan_buffer: allowed?
    //: solution
    for (int kind = 0; kind < kinds; kind++)
        if ((allowed >> kind & 1) && (flags[kind] & wanted) == wanted) return kind;
    //: end
    return -1;
}

static const unsigned FLAGS[] = { 1, 6, 7 };

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "vulkan_buffer_type",
                              .summary = "A kind of memory for a buffer.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "all allowed",
                      ocl_verify_equal("all allowed", find_kind(7, FLAGS, 3, 6), 1));
    ocl_report_result(report, "the last one only",
                      ocl_verify_equal("the last one only", find_kind(4, FLAGS, 3, 6), 2));
    ocl_report_result(report, "none", ocl_verify_equal("none", find_kind(1, FLAGS, 3, 6), -1));
    ocl_report_result(report, "device memory",
                      ocl_verify_equal("device memory", find_kind(5, FLAGS, 3, 1), 0));
    return ocl_report_close(report);
}
