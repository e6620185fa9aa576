// SPDX-License-Identifier: MIT
//
// jpeg_encode_nearest - exercise 6 of jpeg_encode: a quotient that is rounded.
//
//     cmake --build build --target exercise_jpeg_encode_nearest
//     build/exercises/jpeg_encode_nearest

#include "ocl.h"

static int quantise(int coefficient, int step)
{
    //: skeleton
    //: return (coefficient + step / 2) / step;    // Exercise 6 of jpeg_encode: below 0.
    //: solution
    return (coefficient + (coefficient < 0 ? -(step / 2) : step / 2)) / step;
    //: end
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
