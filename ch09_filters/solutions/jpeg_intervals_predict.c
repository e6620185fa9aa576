// SPDX-License-Identifier: MIT
//
// jpeg_intervals_predict - exercise 5 of jpeg_intervals: DC coefficients in an interval.
//
//     cmake --build build --target exercise_jpeg_intervals_predict
//     build/exercises/jpeg_intervals_predict

#include "ocl.h"

static int coefficient(const int *differences, int i, int length)
{
    //: skeleton
    //: (void)length;
    //: int sum = 0;
    //: for (int k = 0; k <= i; k++)    // Exercise 5 of jpeg_intervals: from where on?
    //:     sum += differences[k];
    //: solution
    int sum = 0;
    for (int k = i / length * length; k <= i; k++)
        sum += differences[k];
    //: end
    return sum;
}

static const int D[] = { 5, -2, 1, 7, 1, 1 };

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "jpeg_intervals_predict",
                              .summary = "DC coefficients in an interval.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "the first", ocl_verify_equal("the first", coefficient(D, 0, 3), 5));
    ocl_report_result(report, "the third", ocl_verify_equal("the third", coefficient(D, 2, 3), 4));
    ocl_report_result(report, "the fourth",
                      ocl_verify_equal("the fourth", coefficient(D, 3, 3), 7));
    ocl_report_result(report, "the last", ocl_verify_equal("the last", coefficient(D, 5, 3), 9));
    return ocl_report_close(report);
}
