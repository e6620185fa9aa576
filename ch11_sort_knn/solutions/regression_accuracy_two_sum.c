// SPDX-License-Identifier: MIT
//
// regression_accuracy_two_sum - exercise 5 of regression_accuracy: what a sum has lost.
//
//     cmake --build build --target exercise_regression_accuracy_two_sum
//     build/exercises/regression_accuracy_two_sum

#include "ocl.h"

typedef struct {
    float sum, rest;
} pair;

// sum + rest is a + b, exactly.
static pair two_sum(float a, float b)
{
    volatile float sum = a + b;
    volatile float b_part = sum - a, a_part = sum - b_part;
    //: skeleton
    //: return (pair){ sum, (b - b_part) + 0 * a_part };    // Exercise 5 of regression_accuracy: half.
    //: solution
    return (pair){ sum, (a - a_part) + (b - b_part) };
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "regression_accuracy_two_sum",
                              .summary = "What a sum has lost.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "2^24 + 1",
                      ocl_verify_equal("2^24 + 1",
                                       llround((double)two_sum(16777216.0f, 1.0f).sum +
                                               (double)two_sum(16777216.0f, 1.0f).rest),
                                       16777217));
    ocl_report_result(report, "1 + 2^25",
                      ocl_verify_equal("1 + 2^25",
                                       llround((double)two_sum(1.0f, 33554432.0f).sum +
                                               (double)two_sum(1.0f, 33554432.0f).rest),
                                       33554433));
    return ocl_report_close(report);
}
