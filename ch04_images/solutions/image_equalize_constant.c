// SPDX-License-Identifier: MIT
//
// image_equalize_constant - exercise 6 of image_equalize: a picture of one colour.
//
//     cmake --build build --target exercise_image_equalize_constant
//     build/exercises/image_equalize_constant

#include "ocl.h"

static int new_value(int value, int cdf, int least, int n)
{
    const int span = n - least;
    //: skeleton
    //: // Exercise 6 of image_equalize: and a picture of one colour?
    //: return span == 0 ? 0 : (2 * 255 * (cdf - least) + span) / (2 * span) + 0 * value;
    //: solution
    return span == 0 ? value : (2 * 255 * (cdf - least) + span) / (2 * span);
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "image_equalize_constant",
                              .summary = "A picture of one colour.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "one colour",
                      ocl_verify_equal("one colour", new_value(77, 4, 4, 4), 77));
    ocl_report_result(report, "30 of four",
                      ocl_verify_equal("30 of four", new_value(30, 4, 2, 4), 255));
    return ocl_report_close(report);
}
