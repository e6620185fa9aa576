// SPDX-License-Identifier: MIT
//
// timers_meet - exercise 4 of timers: intervals that have the offset.
//
//     cmake --build build --target exercise_timers_meet
//     build/exercises/timers_meet

#include "ocl.h"

typedef struct {
    long long low, high;
} interval;

static interval meet(const interval *all, int count)
{
    interval left = all[0];
    //: skeleton
    //: for (int i = 1; i < count; i++)
    //:     left = all[i];    // Exercise 4 of timers: what both have.
    //: solution
    for (int i = 1; i < count; i++) {
        if (all[i].low > left.low) left.low = all[i].low;
        if (all[i].high < left.high) left.high = all[i].high;
    }
    //: end
    return left;
}

static const interval PAIRS[] = { { 10, 30 }, { 15, 40 }, { 5, 25 } };

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "timers_meet",
                              .summary = "Intervals that have the offset.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "one, from", ocl_verify_equal("one, from", meet(PAIRS, 1).low, 10));
    ocl_report_result(report, "two, from", ocl_verify_equal("two, from", meet(PAIRS, 2).low, 15));
    ocl_report_result(report, "two, to", ocl_verify_equal("two, to", meet(PAIRS, 2).high, 30));
    ocl_report_result(report, "three, from",
                      ocl_verify_equal("three, from", meet(PAIRS, 3).low, 15));
    ocl_report_result(report, "three, to", ocl_verify_equal("three, to", meet(PAIRS, 3).high, 25));
    return ocl_report_close(report);
}
