// SPDX-License-Identifier: MIT
//
// jpeg_decode_zigzag - exercise 6 of jpeg_decode: the order of the coefficients.
//
//     cmake --build build --target exercise_jpeg_decode_zigzag
//     build/exercises/jpeg_decode_zigzag

#include "ocl.h"

static int place(int x, int y)
{
    const int diagonal = x + y;
    //: skeleton
    //: return diagonal * (diagonal + 1) / 2 + y;    // Exercise 6 of jpeg_decode: which way?
    //: solution
    return diagonal * (diagonal + 1) / 2 + (diagonal % 2 == 1 ? y : x);
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "jpeg_decode_zigzag",
                              .summary = "The order of the coefficients.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "(0, 0)", ocl_verify_equal("(0, 0)", place(0, 0), 0));
    ocl_report_result(report, "(1, 0)", ocl_verify_equal("(1, 0)", place(1, 0), 1));
    ocl_report_result(report, "(0, 1)", ocl_verify_equal("(0, 1)", place(0, 1), 2));
    ocl_report_result(report, "(0, 2)", ocl_verify_equal("(0, 2)", place(0, 2), 3));
    ocl_report_result(report, "(2, 0)", ocl_verify_equal("(2, 0)", place(2, 0), 5));
    ocl_report_result(report, "(3, 0)", ocl_verify_equal("(3, 0)", place(3, 0), 6));
    return ocl_report_close(report);
}
