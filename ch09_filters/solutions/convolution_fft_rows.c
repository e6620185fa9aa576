// SPDX-License-Identifier: MIT
//
// convolution_fft_rows - exercise 5 of convolution_fft: rows that are right.
//
//     cmake --build build --target exercise_convolution_fft_rows
//     build/exercises/convolution_fft_rows

#include "ocl.h"

static int bands(int height, int size, int taps)
{
    //: skeleton
    //: (void)taps;
    //: return (height + size - 1) / size;    // Exercise 5 of convolution_fft: not all rows are right.
    //: solution
    const int right = size - taps + 1;
    return (height + right - 1) / right;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "convolution_fft_rows",
                              .summary = "Rows that are right.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "37 rows", ocl_verify_equal("37 rows", bands(37, 64, 28), 1));
    ocl_report_result(report, "38 rows", ocl_verify_equal("38 rows", bands(38, 64, 28), 2));
    ocl_report_result(report, "512 rows", ocl_verify_equal("512 rows", bands(512, 64, 28), 14));
    ocl_report_result(report, "a filter of one",
                      ocl_verify_equal("a filter of one", bands(128, 64, 1), 2));
    return ocl_report_close(report);
}
