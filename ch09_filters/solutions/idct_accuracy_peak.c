// SPDX-License-Identifier: MIT
//
// idct_accuracy_peak - exercise 3 of idct_accuracy: the largest error.
//
//     cmake --build build --target exercise_idct_accuracy_peak
//     build/exercises/idct_accuracy_peak

#include "ocl.h"

static int peak(const int *errors, int count)
{
    int largest = 0;
    for (int i = 0; i < count; i++)
        //: skeleton
        //: if (errors[i] > largest) largest = errors[i];    // Exercise 3 of idct_accuracy: below 0.
        //: solution
        if (abs(errors[i]) > largest) largest = abs(errors[i]);
    //: end
    return largest;
}

static const int E[] = { 0, 1, -2, 1 };

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "idct_accuracy_peak",
                              .summary = "The largest error.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "two errors", ocl_verify_equal("two errors", peak(E, 2), 1));
    ocl_report_result(report, "four errors", ocl_verify_equal("four errors", peak(E, 4), 2));
    ocl_report_result(report, "none", ocl_verify_equal("none", peak(E, 0), 0));
    return ocl_report_close(report);
}
