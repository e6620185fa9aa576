// SPDX-License-Identifier: MIT
//
// bitonic_sort_ladder_passes - exercise 6 of bitonic_sort_ladder: passes of a bitonic sort.
//
//     cmake --build build --target exercise_bitonic_sort_ladder_passes
//     build/exercises/bitonic_sort_ladder_passes

#include "ocl.h"

static int passes(long long n)
{
    int bits = 0;
    while (1LL << bits < n)
        bits++;
    //: skeleton
    //: return bits;    // Exercise 6 of bitonic_sort_ladder: these are the stages.
    //: solution
    return bits * (bits + 1) / 2;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "bitonic_sort_ladder_passes",
                              .summary = "Passes of a bitonic sort.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "16 keys", ocl_verify_equal("16 keys", passes(16), 10));
    ocl_report_result(report, "1 Mi keys", ocl_verify_equal("1 Mi keys", passes(1 << 20), 210));
    ocl_report_result(report, "one key", ocl_verify_equal("one key", passes(1), 0));
    return ocl_report_close(report);
}
