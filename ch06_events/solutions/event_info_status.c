// SPDX-License-Identifier: MIT
//
// event_info_status - exercise 3 of event_info: has a command ended?
//
//     cmake --build build --target exercise_event_info_status
//     build/exercises/event_info_status

#include "ocl.h"

static bool has_ended(cl_int status)
{
    //: skeleton
    //: return status == CL_COMPLETE;    // Exercise 3 of event_info: a command may fail.
    //: solution
    return status <= CL_COMPLETE;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "event_info_status",
                              .summary = "Has a command ended?",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "running", ocl_verify_equal("running", has_ended(CL_RUNNING), false));
    ocl_report_result(report, "complete",
                      ocl_verify_equal("complete", has_ended(CL_COMPLETE), true));
    ocl_report_result(report, "failed",
                      ocl_verify_equal("failed", has_ended(CL_OUT_OF_RESOURCES), true));
    return ocl_report_close(report);
}
