// SPDX-License-Identifier: MIT
//
// gl_sync_status - exercise 6 of gl_sync: what a wait for a fence says.
//
//     cmake --build build --target exercise_gl_sync_status
//     build/exercises/gl_sync_status

#include "ocl.h"

// Numbers as in OpenGL's header.
enum {
    ALREADY_SIGNALED = 0x911a,
    TIMEOUT_EXPIRED = 0x911b,
    CONDITION_SATISFIED = 0x911c,
    WAIT_FAILED = 0x911d
};

static bool is_done(int answer)
{
    //: skeleton
    //: return answer == ALREADY_SIGNALED;    // Exercise 6 of gl_sync: one more.
    //: solution
    return answer == ALREADY_SIGNALED || answer == CONDITION_SATISFIED;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "gl_sync_status",
                              .summary = "What a wait for a fence says.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "signalled before",
                      ocl_verify_equal("signalled before", is_done(ALREADY_SIGNALED), 1));
    ocl_report_result(report, "signalled meanwhile",
                      ocl_verify_equal("signalled meanwhile", is_done(CONDITION_SATISFIED), 1));
    ocl_report_result(report, "too late",
                      ocl_verify_equal("too late", is_done(TIMEOUT_EXPIRED), 0));
    ocl_report_result(report, "a mistake", ocl_verify_equal("a mistake", is_done(WAIT_FAILED), 0));
    return ocl_report_close(report);
}
