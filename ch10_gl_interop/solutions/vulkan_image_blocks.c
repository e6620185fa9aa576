// SPDX-License-Identifier: MIT
//
// vulkan_image_blocks - exercise 5 of vulkan_image: pixels in blocks.
//
//     cmake --build build --target exercise_vulkan_image_blocks
//     build/exercises/vulkan_image_blocks

#include "ocl.h"

static int place(int x, int y, int blocks)
{
    //: skeleton
    //: return y * 4 * blocks + x;    // Exercise 5 of vulkan_image: these are rows.
    //: solution
    const int block = y / 4 * blocks + x / 4;
    return 16 * block + y % 4 * 4 + x % 4;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "vulkan_image_blocks",
                              .summary = "Pixels in blocks.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "(0, 0)", ocl_verify_equal("(0, 0)", place(0, 0, 3), 0));
    ocl_report_result(report, "(0, 1)", ocl_verify_equal("(0, 1)", place(0, 1, 3), 4));
    ocl_report_result(report, "(4, 0)", ocl_verify_equal("(4, 0)", place(4, 0, 3), 16));
    ocl_report_result(report, "(5, 6)", ocl_verify_equal("(5, 6)", place(5, 6, 3), 73));
    return ocl_report_close(report);
}
