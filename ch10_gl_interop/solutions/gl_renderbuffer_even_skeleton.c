// SPDX-License-Identifier: MIT
//
// gl_renderbuffer_even_skeleton - exercise 6 of gl_renderbuffer: round to the nearest, ties to
// even.
//
//     cp ch10_gl_interop/solutions/gl_renderbuffer_even_skeleton.c build/mine.c
//     cmake --build build --target mine && build/solutions/mine

#include "ocl.h"

// Rounds n / 2; n is not negative.
static int half_even(int n)
{
    return (n + 1) / 2;    // Exercise 6 of gl_renderbuffer: to the even one.
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "gl_renderbuffer_even",
                              .summary = "Round to the nearest, ties to even.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "0.5", ocl_verify_equal("0.5", half_even(1), 0));
    ocl_report_result(report, "1.5", ocl_verify_equal("1.5", half_even(3), 2));
    ocl_report_result(report, "2.5", ocl_verify_equal("2.5", half_even(5), 2));
    ocl_report_result(report, "3", ocl_verify_equal("3", half_even(6), 3));
    return ocl_report_close(report);
}
