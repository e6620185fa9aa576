// SPDX-License-Identifier: MIT
//
// bandwidth_start - exercise 2 of bandwidth: what a transfer costs before its first byte.
//
//     cmake --build build --target exercise_bandwidth_start
//     build/exercises/bandwidth_start

#include "ocl.h"

typedef struct {
    double bytes, ns;
} transfer;

// ns = start + bytes / rate, for both transfers.
static void fit(double *start, double *rate, transfer small, transfer large)
{
    //: skeleton
    //: // Exercise 2 of bandwidth: the small one is slow because of `start`.  How large is that?
    //: *rate = large.bytes / large.ns;
    //: *start = small.ns;
    //: solution
    *rate = (large.bytes - small.bytes) / (large.ns - small.ns);
    *start = small.ns - small.bytes / *rate;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "bandwidth_start",
                              .summary = "What a transfer costs before its first byte.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    double start = 0.0, rate = 0.0;    // in nanoseconds; in bytes per nanosecond
    fit(&start, &rate, (transfer){ 4096, 10512 }, (transfer){ 8388608, 1058576 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "start, ns", ocl_verify_equal("start", llround(start), 10000));
    ocl_report_result(report, "rate, GB/s", ocl_verify_equal("rate", llround(rate), 8));
    return ocl_report_close(report);
}
