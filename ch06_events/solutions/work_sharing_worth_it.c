// SPDX-License-Identifier: MIT
//
// work_sharing_worth_it - exercise 6 of work_sharing: when a second device is worth while.
//
//     cmake --build build --target exercise_work_sharing_worth_it
//     build/exercises/work_sharing_worth_it

#include "ocl.h"

// The smallest number of rows with which the slow device ends its first row before the fast one
// has finished all rows but this one.  Times in microseconds.
static long long worth_it(long long fast_row, long long slow_row, long long way)
{
    long long rows = 1;
    //: skeleton
    //: // Exercise 6 of work_sharing: the way and the row come one after the other.
    //: while ((rows - 1) * fast_row <= (way > slow_row ? way : slow_row))
    //:     rows++;
    //: solution
    while ((rows - 1) * fast_row <= way + slow_row)
        rows++;
    //: end
    return rows;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "work_sharing_worth_it",
                              .summary = "When a second device is worth while.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "2, 6 and 90 us",
                      ocl_verify_equal("2, 6 and 90 us", worth_it(2, 6, 90), 50));
    ocl_report_result(report, "1, 1 and 1000 us",
                      ocl_verify_equal("1, 1 and 1000 us", worth_it(1, 1, 1000), 1003));
    return ocl_report_close(report);
}
