// SPDX-License-Identifier: MIT
//
// parabolic_regression_vertex - exercise 5 of parabolic_regression: the vertex of a parabola.
//
//     cmake --build build --target exercise_parabolic_regression_vertex
//     build/exercises/parabolic_regression_vertex

#include "ocl.h"

static double vertex(double b, double c)
{
    //: skeleton
    //: return b / (2 * c);    // Exercise 5 of parabolic_regression: on the wrong side.
    //: solution
    return -b / (2 * c);
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "parabolic_regression_vertex",
                              .summary = "The vertex of a parabola.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(
        report, "of anscombe_2, of 100",
        ocl_verify_equal("of anscombe_2, of 100", llround(100 * vertex(2.78084, -0.126713)), 1097));
    ocl_report_result(report, "of x^2 - 4 x",
                      ocl_verify_equal("of x^2 - 4 x", llround(vertex(-4, 1)), 2));
    return ocl_report_close(report);
}
