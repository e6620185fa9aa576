// SPDX-License-Identifier: MIT
//
// bilateral_psnr - exercise 3 of bilateral: how near are two pictures, in decibels?
//
//     cmake --build build --target exercise_bilateral_psnr
//     build/exercises/bilateral_psnr

#include "ocl.h"

enum { COUNT = 8 };

// 20 log10(255 / e), where e is the root of the mean square of the differences.
static double psnr(const uint8_t *got, const uint8_t *clean, size_t n)
{
    //: skeleton
    //: double sum = 0;
    //: for (size_t i = 0; i < n; i++)
    //:     sum += got[i] - clean[i];
    //: // Exercise 3 of bilateral: here differences of 3 and -3 are none together.
    //: return 20 * log10(255.0 * (double)n / fabs(sum));
    //: solution
    double squares = 0;
    for (size_t i = 0; i < n; i++)
        squares += (got[i] - clean[i]) * (got[i] - clean[i]);
    return 10 * log10(255.0 * 255.0 * (double)n / squares);
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "bilateral_psnr",
                              .summary = "How near are two pictures, in decibels?",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    // Differences of 1 each: 20 log10(255).  One of 255: 10 log10(8).  3 and -4: 10 log10(20808).
    static const uint8_t clean[COUNT] = { 10, 20, 30, 0, 50, 60, 70, 80 };
    static const uint8_t ones[COUNT] = { 11, 19, 31, 1, 51, 59, 71, 79 };
    static const uint8_t one[COUNT] = { 10, 20, 30, 255, 50, 60, 70, 80 };
    static const uint8_t two[COUNT] = { 10, 23, 30, 0, 50, 56, 70, 80 };
    const float got[] = { (float)psnr(ones, clean, COUNT), (float)psnr(one, clean, COUNT),
                          (float)psnr(two, clean, COUNT) };
    const float want[] = { 48.1308f, 9.0309f, 43.1823f };

    // The numbers above are rounded to four digits.
    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "decibels", ocl_verify_f32("decibels", got, want, 3, 1e-3));
    return ocl_report_close(report);
}
