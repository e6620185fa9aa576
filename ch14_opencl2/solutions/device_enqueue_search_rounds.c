// SPDX-License-Identifier: MIT
//
// device_enqueue_search_rounds - exercise 6 of device_enqueue_search: rounds to the root.
//
//     cmake --build build --target exercise_device_enqueue_search_rounds
//     build/exercises/device_enqueue_search_rounds

#include "ocl.h"

static int rounds(int steps)
{
    int count = 0;
    for (; steps > 1; steps = (steps + 1) / 2)
        count++;
    //: skeleton
    //: return count;    // Exercise 6 of device_enqueue_search: the last round.
    //: solution
    return count + 1;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "device_enqueue_search_rounds",
                              .summary = "Rounds to the root.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "1 step", ocl_verify_equal("1 step", rounds(1), 1));
    ocl_report_result(report, "2 steps", ocl_verify_equal("2 steps", rounds(2), 2));
    ocl_report_result(report, "5 steps", ocl_verify_equal("5 steps", rounds(5), 4));
    ocl_report_result(report, "a million steps",
                      ocl_verify_equal("a million steps", rounds(1000000), 21));
    return ocl_report_close(report);
}
