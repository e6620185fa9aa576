// SPDX-License-Identifier: MIT
//
// convolution_fft_ring - exercise 6 of convolution_fft: a convolution on a ring.
//
//     cmake --build build --target exercise_convolution_fft_ring
//     build/exercises/convolution_fft_ring

#include "ocl.h"

static int convolve(const int *x, int n, const int *filter, int taps, int i)
{
    int sum = 0;
    for (int k = 0; k < taps; k++)
        //: skeleton
        //: if (i - k >= 0)
        //:     sum +=
        //:         filter[k] * x[(i - k) % n];    // Exercise 6 of convolution_fft: before the first.
        //: solution
        sum += filter[k] * x[(i - k + n) % n];
    //: end
    return sum;
}

static const int X[] = { 1, 2, 3, 4 }, F[] = { 10, 1 };

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "convolution_fft_ring",
                              .summary = "A convolution on a ring.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "number 0",
                      ocl_verify_equal("number 0", convolve(X, 4, F, 2, 0), 14));
    ocl_report_result(report, "number 1",
                      ocl_verify_equal("number 1", convolve(X, 4, F, 2, 1), 21));
    ocl_report_result(report, "number 3",
                      ocl_verify_equal("number 3", convolve(X, 4, F, 2, 3), 43));
    return ocl_report_close(report);
}
