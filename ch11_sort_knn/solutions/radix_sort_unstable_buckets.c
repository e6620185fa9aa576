// SPDX-License-Identifier: MIT
//
// radix_sort_unstable_buckets - exercise 3 of radix_sort_unstable: bits of the next digit.
//
//     cmake --build build --target exercise_radix_sort_unstable_buckets
//     build/exercises/radix_sort_unstable_buckets

#include "ocl.h"

static int bits_needed(long long n, long long small)
{
    int bits = 0;
    //: skeleton
    //: while (n > small + bits && bits < 8)    // Exercise 3 of radix_sort_unstable: 2^bits buckets.
    //:     bits++;
    //: solution
    while (n > small << bits)
        bits++;
    //: end
    return bits;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "radix_sort_unstable_buckets",
                              .summary = "Bits of the next digit.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "16 Mi and 4096",
                      ocl_verify_equal("16 Mi and 4096", bits_needed(16 << 20, 4096), 12));
    ocl_report_result(report, "5000 and 4096",
                      ocl_verify_equal("5000 and 4096", bits_needed(5000, 4096), 1));
    ocl_report_result(report, "100 and 4096",
                      ocl_verify_equal("100 and 4096", bits_needed(100, 4096), 0));
    return ocl_report_close(report);
}
