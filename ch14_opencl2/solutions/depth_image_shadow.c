// SPDX-License-Identifier: MIT
//
// depth_image_shadow - exercise 4 of depth_image: shadows without a map.
//
//     cmake --build build --target exercise_depth_image_shadow
//     build/exercises/depth_image_shadow

#include "ocl.h"

// Does the sun at the left reach the height of column x?
static bool is_lit(const int *heights, int x)
{
    for (int d = 1; d <= x; d++)
        //: skeleton
        //: if (heights[x - d] > heights[x])
        //:     return false;    // Exercise 4 of depth_image: the ray falls.
        //: solution
        if (heights[x - d] >= heights[x] + d) return false;
    //: end
    return true;
}

static const int ROW[] = { 3, 0, 0, 0, 5, 4, 4, 0 };

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "depth_image_shadow",
                              .summary = "Shadows without a map.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "the first column",
                      ocl_verify_equal("the first column", is_lit(ROW, 0), 1));
    ocl_report_result(report, "just behind a house of 3",
                      ocl_verify_equal("just behind a house of 3", is_lit(ROW, 1), 0));
    ocl_report_result(report, "3 behind it", ocl_verify_equal("3 behind it", is_lit(ROW, 3), 0));
    ocl_report_result(report, "behind a wall of one step",
                      ocl_verify_equal("behind a wall of one step", is_lit(ROW, 5), 0));
    ocl_report_result(report, "two behind this wall",
                      ocl_verify_equal("two behind this wall", is_lit(ROW, 6), 1));
    ocl_report_result(report, "the last column",
                      ocl_verify_equal("the last column", is_lit(ROW, 7), 0));
    return ocl_report_close(report);
}
