// SPDX-License-Identifier: MIT
//
// idct_accuracy_squares - exercise 4 of idct_accuracy: the mean of the squares.
//
//     cp ch09_filters/solutions/idct_accuracy_squares_skeleton.c build/mine.c
//     cmake --build build --target mine && build/solutions/mine

#include "ocl.h"

static int mean_square(const int *errors, int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += errors[i] * errors[i];
    return 1000 * sum / count;
}

static const int E[] = { 1, -1, 0, 2 };

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "idct_accuracy_squares",
                              .summary = "The mean of the squares.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "1 and -1", ocl_verify_equal("1 and -1", mean_square(E, 2), 1000));
    ocl_report_result(report, "and 0 and 2",
                      ocl_verify_equal("and 0 and 2", mean_square(E, 4), 1500));
    ocl_report_result(report, "one", ocl_verify_equal("one", mean_square(E, 1), 1000));
    return ocl_report_close(report);
}
