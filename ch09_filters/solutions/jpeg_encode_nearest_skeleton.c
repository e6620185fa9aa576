// SPDX-License-Identifier: MIT
//
// jpeg_encode_nearest_skeleton - exercise 6 of jpeg_encode: a quotient that is rounded.
//
//     cp ch09_filters/solutions/jpeg_encode_nearest_skeleton.c build/mine.c
//     cmake --build build --target mine && build/solutions/mine

#include "ocl.h"

static int quantise(int coefficient, int step)
{
    return (coefficient + step / 2) / step;    // Exercise 6 of jpeg_encode: below 0.
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "jpeg_encode_nearest",
                              .summary = "A quotient that is rounded.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "7 by 10", ocl_verify_equal("7 by 10", quantise(7, 10), 1));
    ocl_report_result(report, "4 by 10", ocl_verify_equal("4 by 10", quantise(4, 10), 0));
    ocl_report_result(report, "-7 by 10", ocl_verify_equal("-7 by 10", quantise(-7, 10), -1));
    ocl_report_result(report, "-26 by 10", ocl_verify_equal("-26 by 10", quantise(-26, 10), -3));
    return ocl_report_close(report);
}
