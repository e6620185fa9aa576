// SPDX-License-Identifier: MIT
//
// regression_accuracy_two_sum - exercise 5 of regression_accuracy: what a sum has lost.
//
//     cp ch11_sort_knn/solutions/regression_accuracy_two_sum_skeleton.c build/mine.c
//     cmake --build build --target mine && build/solutions/mine

#include "ocl.h"

typedef struct {
    float sum, rest;
} pair;

// sum + rest is a + b, exactly.
static pair two_sum(float a, float b)
{
    volatile float sum = a + b;
    volatile float b_part = sum - a, a_part = sum - b_part;
    return (pair){ sum, (a - a_part) + (b - b_part) };
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
