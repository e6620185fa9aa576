// SPDX-License-Identifier: MIT
//
// srgb_image_edge - exercise 5 of srgb_image: the last column, read twice.
//
//     cmake --build build --target exercise_srgb_image_edge
//     build/exercises/srgb_image_edge

#include "ocl.h"

static int column(int x, int k, int width)
{
    //: skeleton
    //: (void)width;
    //: return 2 * x + k;    // Exercise 5 of srgb_image: behind the last column?
    //: solution
    const int at = 2 * x + k;
    return at < width ? at : width - 1;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "srgb_image_edge",
                              .summary = "The last column, read twice.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "the first one",
                      ocl_verify_equal("the first one", column(0, 0, 5), 0));
    ocl_report_result(report, "its neighbour",
                      ocl_verify_equal("its neighbour", column(0, 1, 5), 1));
    ocl_report_result(report, "the last one of 5",
                      ocl_verify_equal("the last one of 5", column(2, 0, 5), 4));
    ocl_report_result(report, "once more", ocl_verify_equal("once more", column(2, 1, 5), 4));
    ocl_report_result(report, "the last one of 6",
                      ocl_verify_equal("the last one of 6", column(2, 1, 6), 5));
    return ocl_report_close(report);
}
