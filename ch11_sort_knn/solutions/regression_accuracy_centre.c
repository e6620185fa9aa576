// SPDX-License-Identifier: MIT
//
// regression_accuracy_centre - exercise 4 of regression_accuracy: the slope from centred numbers.
//
//     cmake --build build --target exercise_regression_accuracy_centre
//     build/exercises/regression_accuracy_centre

#include "ocl.h"

enum { N = 3 };

// All in float, as on a device without double.
static float slope(const float *x, const float *y)
{
    float mean_x = 0.0f, mean_y = 0.0f, xy = 0.0f, xx = 0.0f;
    for (int i = 0; i < N; i++) {
        mean_x += x[i] / N;
        mean_y += y[i] / N;
    }
    for (int i = 0; i < N; i++) {
        //: skeleton
        //: // Exercise 4 of regression_accuracy: the slope of a line through (0, 0).
        //: xy += x[i] * (y[i] - 0 * mean_y);
        //: xx += x[i] * (x[i] - 0 * mean_x);
        //: solution
        xy += (x[i] - mean_x) * (y[i] - mean_y);
        xx += (x[i] - mean_x) * (x[i] - mean_x);
        //: end
    }
    return xy / xx;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "regression_accuracy_centre",
                              .summary = "The slope from centred numbers.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(
        report, "slope, of 100",
        ocl_verify_equal("slope, of 100",
                         llround(100.0 * (double)slope((float[]){ 1e6f, 1e6f + 1, 1e6f + 2 },
                                                       (float[]){ 1, 3, 5 })),
                         200));
    return ocl_report_close(report);
}
