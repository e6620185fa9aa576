// SPDX-License-Identifier: MIT
//
// jpeg_decode_sample - exercise 5 of jpeg_decode: a sample from a value.
//
//     cmake --build build --target exercise_jpeg_decode_sample
//     build/exercises/jpeg_decode_sample

#include "ocl.h"

static int sample(double value)
{
    //: skeleton
    //: const int level = (int)(value + 0.5) + 128;    // Exercise 5 of jpeg_decode: below 0.
    //: solution
    const int level = (int)floor(value + 0.5) + 128;
    //: end
    return level < 0 ? 0 : level > 255 ? 255 : level;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "jpeg_decode_sample",
                              .summary = "A sample from a value.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "0", ocl_verify_equal("0", sample(0), 128));
    ocl_report_result(report, "3.7", ocl_verify_equal("3.7", sample(3.7), 132));
    ocl_report_result(report, "-3.7", ocl_verify_equal("-3.7", sample(-3.7), 124));
    ocl_report_result(report, "-500", ocl_verify_equal("-500", sample(-500), 0));
    ocl_report_result(report, "500", ocl_verify_equal("500", sample(500), 255));
    return ocl_report_close(report);
}
