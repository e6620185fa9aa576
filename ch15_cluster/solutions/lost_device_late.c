// SPDX-License-Identifier: MIT
//
// lost_device_late - exercise 3 of lost_device: the most time with silent workers.
//
//     cmake --build build --target exercise_lost_device_late
//     build/exercises/lost_device_late

#include "ocl.h"

static int longest(int k, int deadline, int left)
{
    //: skeleton
    //: (void)k;
    //: return deadline + left;    // Exercise 3 of lost_device: one after the other.
    //: solution
    return k * deadline + left;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "lost_device_late",
                              .summary = "The most time with silent workers.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "nobody", ocl_verify_equal("nobody", longest(0, 200, 90), 90));
    ocl_report_result(report, "one", ocl_verify_equal("one", longest(1, 200, 90), 290));
    ocl_report_result(report, "three", ocl_verify_equal("three", longest(3, 200, 90), 690));
    return ocl_report_close(report);
}
