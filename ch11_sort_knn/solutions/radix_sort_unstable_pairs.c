// SPDX-License-Identifier: MIT
//
// radix_sort_unstable_pairs - exercise 4 of radix_sort_unstable: was the sort stable?
//
//     cp ch11_sort_knn/solutions/radix_sort_unstable_pairs_skeleton.c build/mine.c
//     cmake --build build --target mine && build/solutions/mine

#include "ocl.h"

static bool is_stable(const int *keys, const int *places, int n)
{
    for (int i = 1; i < n; i++)
        if (keys[i] < keys[i - 1] || (keys[i] == keys[i - 1] && places[i] < places[i - 1]))
            return false;
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
