// SPDX-License-Identifier: MIT
//
// bandwidth_half - exercise 3 of bandwidth: the size that has half of the full rate.
//
//     cmake --build build --target exercise_bandwidth_half
//     build/exercises/bandwidth_half

#include "ocl.h"

// A transfer takes start + bytes / rate: nanoseconds, and bytes per nanosecond.  So small transfers
// have less than the full rate.  The size that has half of it:
static double half_size(double start, double rate)
{
    //: skeleton
    //: // Exercise 3 of bandwidth: for which size do start and bytes take the same time?
    //: return start + rate;
    //: solution
    return start * rate;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "bandwidth_half",
                              .summary =
                                  "The size of a transfer that reaches half of the full rate.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "10 us, 8 GB/s",
                      ocl_verify_equal("10 us, 8 GB/s", llround(half_size(10000, 8)), 80000));
    ocl_report_result(report, "25 us, 55 GB/s",
                      ocl_verify_equal("25 us, 55 GB/s", llround(half_size(25000, 55)), 1375000));
    return ocl_report_close(report);
}
