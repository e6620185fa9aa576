// SPDX-License-Identifier: MIT
//
// event_callback_states_legal - exercise 4 of event_callback_states: each callback comes once.
//
//     cmake --build build --target exercise_event_callback_states_legal
//     build/exercises/event_callback_states_legal

#include "ocl.h"

// States are 0 to 3.
static bool each_once(const cl_int *log, size_t count)
{
    //: skeleton
    //: for (size_t i = 0; i < count; i++) {
    //:     // Exercise 4 of event_callback_states: this looks at the one before only.
    //:     if (i > 0 && log[i] == log[i - 1]) return false;
    //: }
    //: solution
    unsigned seen = 0;
    for (size_t i = 0; i < count; i++) {
        if (seen >> log[i] & 1) return false;
        seen |= 1u << log[i];
    }
    //: end
    return true;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "event_callback_states_legal",
                              .summary = "Each callback comes once.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "in order",
                      ocl_verify_equal("in order", each_once((cl_int[]){ 2, 1, 0 }, 3), true));
    ocl_report_result(report, "out of order",
                      ocl_verify_equal("out of order", each_once((cl_int[]){ 1, 2, 0 }, 3), true));
    ocl_report_result(report, "twice",
                      ocl_verify_equal("twice", each_once((cl_int[]){ 2, 1, 2, 0 }, 4), false));
    return ocl_report_close(report);
}
