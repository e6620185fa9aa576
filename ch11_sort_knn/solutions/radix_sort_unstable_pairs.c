// SPDX-License-Identifier: MIT
//
// radix_sort_unstable_pairs - exercise 4 of radix_sort_unstable: was the sort stable?
//
//     cmake --build build --target exercise_radix_sort_unstable_pairs
//     build/exercises/radix_sort_unstable_pairs

#include "ocl.h"

static bool is_stable(const int *keys, const int *places, int n)
{
    for (int i = 1; i < n; i++)
        //: skeleton
        //: // Exercise 4 of radix_sort_unstable: this says only whether it is sorted.
        //: if (keys[i] < keys[i - 1] || places[i] < 0) return false;
        //: solution
        if (keys[i] < keys[i - 1] || (keys[i] == keys[i - 1] && places[i] < places[i - 1]))
            return false;
    //: end
    return true;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "radix_sort_unstable_pairs",
                              .summary = "Was the sort stable?",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(
        report, "stable",
        ocl_verify_equal("stable", is_stable((int[]){ 1, 1, 2 }, (int[]){ 0, 2, 1 }, 3), true));
    ocl_report_result(report, "not stable",
                      ocl_verify_equal("not stable",
                                       is_stable((int[]){ 1, 1, 2 }, (int[]){ 2, 0, 1 }, 3),
                                       false));
    ocl_report_result(
        report, "not sorted",
        ocl_verify_equal("not sorted", is_stable((int[]){ 2, 1 }, (int[]){ 0, 1 }, 2), false));
    return ocl_report_close(report);
}
