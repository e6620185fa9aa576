// SPDX-License-Identifier: MIT
//
// radix_sort_ladder_stable - exercise 6 of radix_sort_ladder: a pass that keeps the order.
//
//     cmake --build build --target exercise_radix_sort_ladder_stable
//     build/exercises/radix_sort_ladder_stable

#include "ocl.h"

enum { DIGITS = 4 };

// Sorts by the lowest two bits.  first[d] is where keys with digit d begin.
static void scatter(int *out, const int *keys, int n, const int first[DIGITS])
{
    int next[DIGITS];
    memcpy(next, first, sizeof next);
    //: skeleton
    //: // Exercise 6 of radix_sort_ladder: equal digits come out in which order?
    //: for (int i = n - 1; i >= 0; i--)
    //:     out[next[keys[i] & 3]++] = keys[i];
    //: solution
    for (int i = 0; i < n; i++)
        out[next[keys[i] & 3]++] = keys[i];
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "radix_sort_ladder_stable",
                              .summary = "A pass that keeps the order.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    int out[4];
    scatter(out, (int[]){ 5, 8, 1, 4 }, 4, (int[]){ 0, 2, 4, 4 });
    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "the first", ocl_verify_equal("the first", out[0], 8));
    ocl_report_result(report, "the second", ocl_verify_equal("the second", out[1], 4));
    ocl_report_result(report, "the third", ocl_verify_equal("the third", out[2], 5));
    ocl_report_result(report, "the last", ocl_verify_equal("the last", out[3], 1));
    return ocl_report_close(report);
}
