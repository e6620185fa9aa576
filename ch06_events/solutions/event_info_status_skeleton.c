// SPDX-License-Identifier: MIT
//
// event_info_status_skeleton - exercise 3 of event_info: has a command ended?
//
//     cp ch06_events/solutions/event_info_status_skeleton.c build/mine.c
//     cmake --build build --target mine && build/solutions/mine

#include "ocl.h"

static bool has_ended(cl_int status)
{
    return status == CL_COMPLETE;    // Exercise 3 of event_info: a command may fail.
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
