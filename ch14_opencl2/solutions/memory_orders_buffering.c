// SPDX-License-Identifier: MIT
//
// memory_orders_buffering - exercise 4 of memory_orders: all orders of store buffering.
//
//     cmake --build build --target exercise_memory_orders_buffering
//     build/exercises/memory_orders_buffering

#include "ocl.h"

// Bit k of `first` is 1 if step k of the four is one of the first work-item.  Returns 2 * (what
// it
// read) + (what the other one read).
static int run(int first)
{
    int x = 0, y = 0, seen[2] = { 0, 0 }, steps[2] = { 0, 0 };
    for (int k = 0; k < 4; k++) {
        const int who = first >> k & 1 ? 0 : 1;
        if (steps[who]++ == 0)
            *(who == 0 ? &x : &y) = 1;
        else
            seen[who] = who == 0 ? y : x;
    }
    return 2 * seen[0] + seen[1];
}

// How many of all rows give this answer?
static int count(int answer)
{
    int rows = 0;
    //: skeleton
    //: for (int first = 3; first <= 3; first++) {    // Exercise 4 of memory_orders: all rows.
    //:     int ones = 0;
    //:     for (int k = 0; k < 4; k++)
    //:         ones += first >> k & 1;
    //:     if (ones == 2) rows += run(first) == answer;
    //: }
    //: solution
    for (int first = 0; first < 16; first++) {
        int ones = 0;
        for (int k = 0; k < 4; k++)
            ones += first >> k & 1;
        if (ones == 2) rows += run(first) == answer;
    }
    //: end
    return rows;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "memory_orders_buffering",
                              .summary = "All orders of store buffering.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "0 and 0", ocl_verify_equal("0 and 0", count(0), 0));
    ocl_report_result(report, "0 and 1", ocl_verify_equal("0 and 1", count(1), 1));
    ocl_report_result(report, "1 and 0", ocl_verify_equal("1 and 0", count(2), 1));
    ocl_report_result(report, "1 and 1", ocl_verify_equal("1 and 1", count(3), 4));
    return ocl_report_close(report);
}
