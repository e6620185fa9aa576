// SPDX-License-Identifier: MIT
//
// srgb_image_edge_skeleton - exercise 5 of srgb_image: the last column, read twice.
//
//     cp ch14_opencl2/solutions/srgb_image_edge_skeleton.c build/mine.c
//     cmake --build build --target mine && build/solutions/mine

#include "ocl.h"

static int column(int x, int k, int width)
{
    (void)width;
    return 2 * x + k;    // Exercise 5 of srgb_image: behind the last column?
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
