// SPDX-License-Identifier: MIT
//
// idct_accuracy_squares - exercise 4 of idct_accuracy: the mean of the squares.
//
//     cmake --build build --target exercise_idct_accuracy_squares
//     build/exercises/idct_accuracy_squares

#include "ocl.h"

static int mean_square(const int *errors, int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        //: skeleton
        //: sum += errors[i];    // Exercise 4 of idct_accuracy: the squares.
        //: solution
        sum += errors[i] * errors[i];
    //: end
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
