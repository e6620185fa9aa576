// SPDX-License-Identifier: MIT
//
// event_callback_states_order - exercise 3 of event_callback_states: which callbacks are due.
//
//     cmake --build build --target exercise_event_callback_states_order
//     build/exercises/event_callback_states_order

#include "ocl.h"

// Is a callback for `wanted` due, when the command is in `state`?
static bool is_due(cl_int wanted, cl_int state)
{
    //: skeleton
    //: return state == wanted;    // Exercise 3 of event_callback_states: states may be passed.
    //: solution
    return state <= wanted;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "event_callback_states_order",
                              .summary = "Which callbacks are due.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(
        report, "submitted, when running",
        ocl_verify_equal("submitted, when running", is_due(CL_SUBMITTED, CL_RUNNING), true));
    ocl_report_result(
        report, "complete, when running",
        ocl_verify_equal("complete, when running", is_due(CL_COMPLETE, CL_RUNNING), false));
    ocl_report_result(report, "running, when it failed",
                      ocl_verify_equal("running, when it failed", is_due(CL_RUNNING, -5), true));
    return ocl_report_close(report);
}
