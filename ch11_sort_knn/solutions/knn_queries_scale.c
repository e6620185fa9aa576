// SPDX-License-Identifier: MIT
//
// knn_queries_scale - exercise 5 of knn_queries: features of equal weight.
//
//     cmake --build build --target exercise_knn_queries_scale
//     build/exercises/knn_queries_scale

#include "ocl.h"

static double scaled(double x, double low, double high)
{
    //: skeleton
    //: return high > low ? x / high : 0.0;    // Exercise 5 of knn_queries: the smallest is not 0.
    //: solution
    return high > low ? (x - low) / (high - low) : 0.0;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "knn_queries_scale",
                              .summary = "Features of equal weight.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "the smallest",
                      ocl_verify_equal("the smallest", llround(100 * scaled(50, 50, 150)), 0));
    ocl_report_result(report, "in the middle",
                      ocl_verify_equal("in the middle", llround(100 * scaled(100, 50, 150)), 50));
    ocl_report_result(report, "all the same",
                      ocl_verify_equal("all the same", llround(100 * scaled(7, 7, 7)), 0));
    return ocl_report_close(report);
}
