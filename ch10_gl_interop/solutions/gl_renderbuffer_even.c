// SPDX-License-Identifier: MIT
//
// gl_renderbuffer_even - exercise 6 of gl_renderbuffer: round to the nearest, ties to even.
//
//     cmake --build build --target exercise_gl_renderbuffer_even
//     build/exercises/gl_renderbuffer_even

#include "ocl.h"

// Rounds n / 2; n is not negative.
static int half_even(int n)
{
    //: skeleton
    //: return (n + 1) / 2;    // Exercise 6 of gl_renderbuffer: to the even one.
    //: solution
    const int below = n / 2;
    return n % 2 == 0 || below % 2 == 0 ? below : below + 1;
    //: end
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
