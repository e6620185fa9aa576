// SPDX-License-Identifier: MIT
//
// image_sampler_mirror - exercise 5 of image_sampler: a mirrored image.
//
//     cmake --build build --target exercise_image_sampler_mirror
//     build/exercises/image_sampler_mirror

#include "ocl.h"

static int mirrored(int at, int size)
{
    const int period = 2 * size;
    const int place = (at % period + period) % period;    // 0 to period - 1
    //: skeleton
    //: return place % size;    // Exercise 5 of image_sampler: this is plain repeat.
    //: solution
    return place < size ? place : period - 1 - place;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "image_sampler_mirror",
                              .summary = "A mirrored image.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "-2", ocl_verify_equal("-2", mirrored(-2, 4), 1));
    ocl_report_result(report, "0", ocl_verify_equal("0", mirrored(0, 4), 0));
    ocl_report_result(report, "4", ocl_verify_equal("4", mirrored(4, 4), 3));
    ocl_report_result(report, "7", ocl_verify_equal("7", mirrored(7, 4), 0));
    ocl_report_result(report, "9", ocl_verify_equal("9", mirrored(9, 4), 1));
    return ocl_report_close(report);
}
