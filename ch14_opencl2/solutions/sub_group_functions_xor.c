// SPDX-License-Identifier: MIT
//
// sub_group_functions_xor - exercise 6 of sub_group_functions: a sum by exchange.
//
//     cmake --build build --target exercise_sub_group_functions_xor
//     build/exercises/sub_group_functions_xor

#include "ocl.h"

enum { LANES = 8 };

static int sum_of(int lane)
{
    int sums[LANES] = { 1, 2, 3, 4, 5, 6, 7, 80 };
    //: skeleton
    //: for (int step = 1; step < 2; step *= 2) {    // Exercise 6 of sub_group_functions: all steps.
    //:     int partners[LANES];
    //:     for (int k = 0; k < LANES; k++)
    //:         partners[k] = sums[k ^ step];
    //:     for (int k = 0; k < LANES; k++)
    //:         sums[k] += partners[k];
    //: }
    //: solution
    for (int step = 1; step < LANES; step *= 2) {
        int partners[LANES];
        for (int k = 0; k < LANES; k++)
            partners[k] = sums[k ^ step];
        for (int k = 0; k < LANES; k++)
            sums[k] += partners[k];
    }
    //: end
    return sums[lane];
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "sub_group_functions_xor",
                              .summary = "A sum by exchange.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "lane 0", ocl_verify_equal("lane 0", sum_of(0), 108));
    ocl_report_result(report, "lane 5", ocl_verify_equal("lane 5", sum_of(5), 108));
    ocl_report_result(report, "lane 7", ocl_verify_equal("lane 7", sum_of(7), 108));
    return ocl_report_close(report);
}
