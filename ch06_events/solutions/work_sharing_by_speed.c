// SPDX-License-Identifier: MIT
//
// work_sharing_by_speed - exercise 5 of work_sharing: shares by speed.
//
//     cmake --build build --target exercise_work_sharing_by_speed
//     build/exercises/work_sharing_by_speed

#include "ocl.h"

enum { DEVICES = 3 };

// How many of the rows each device gets.
static void share_rows(size_t shares[DEVICES], size_t rows, const size_t speeds[DEVICES])
{
    size_t all = 0;
    for (int i = 0; i < DEVICES; i++)
        all += speeds[i];
    //: skeleton
    //: // Exercise 5 of work_sharing: a row is lost.
    //: for (int i = 0; i < DEVICES; i++)
    //:     shares[i] = rows * speeds[i] / all;
    //: solution
    size_t up_to = 0, end = 0;
    for (int i = 0; i < DEVICES; i++) {
        up_to += speeds[i];
        const size_t begin = end;
        end = rows * up_to / all;
        shares[i] = end - begin;
    }
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "work_sharing_by_speed",
                              .summary = "Shares by speed.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    size_t shares[DEVICES];
    share_rows(shares, 100, (size_t[]){ 5, 3, 1 });
    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "first", ocl_verify_equal("first", (long long)shares[0], 55));
    ocl_report_result(report, "second", ocl_verify_equal("second", (long long)shares[1], 33));
    ocl_report_result(report, "all",
                      ocl_verify_equal("all", (long long)(shares[0] + shares[1] + shares[2]), 100));
    return ocl_report_close(report);
}
