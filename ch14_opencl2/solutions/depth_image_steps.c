// SPDX-License-Identifier: MIT
//
// depth_image_steps - exercise 5 of depth_image: a depth of 16 bits.
//
//     cmake --build build --target exercise_depth_image_steps
//     build/exercises/depth_image_steps

#include "ocl.h"

static int store(double depth)
{
    //: skeleton
    //: return (int)(65535 * depth);    // Exercise 5 of depth_image: the nearest one.
    //: solution
    return (int)(65535 * depth + 0.5);
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "depth_image_steps",
                              .summary = "A depth of 16 bits.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "0", ocl_verify_equal("0", store(0), 0));
    ocl_report_result(report, "1", ocl_verify_equal("1", store(1), 65535));
    ocl_report_result(report, "0.5", ocl_verify_equal("0.5", store(0.5), 32768));
    ocl_report_result(report, "one step of 64",
                      ocl_verify_equal("one step of 64", store(1.0 / 64), 1024));
    ocl_report_result(report, "3 steps of 64",
                      ocl_verify_equal("3 steps of 64", store(3.0 / 64), 3072));
    return ocl_report_close(report);
}
