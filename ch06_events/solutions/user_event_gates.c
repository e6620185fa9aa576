// SPDX-License-Identifier: MIT
//
// user_event_gates - exercise 4 of user_event: what an open gate lets through.
//
//     cmake --build build --target exercise_user_event_gates
//     build/exercises/user_event_gates

#include "ocl.h"

enum { NONE = -1, COMMANDS = 4 };

typedef struct {
    int gate, after;    // of a command; NONE: it waits for none
} command;

static bool can_run(const command *all, int c, unsigned open_gates)
{
    if (all[c].gate != NONE && !(open_gates >> all[c].gate & 1)) return false;
    //: skeleton
    //: return true;    // Exercise 4 of user_event: and the command before it?
    //: solution
    return all[c].after == NONE || can_run(all, all[c].after, open_gates);
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "user_event_gates",
                              .summary = "What an open gate lets through.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    const command all[COMMANDS] = { { 0, NONE }, { NONE, 0 }, { 1, NONE }, { NONE, 2 } };
    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "behind gate 0",
                      ocl_verify_equal("behind gate 0", can_run(all, 0, 1), true));
    ocl_report_result(report, "after it", ocl_verify_equal("after it", can_run(all, 1, 1), true));
    ocl_report_result(report, "behind gate 1",
                      ocl_verify_equal("behind gate 1", can_run(all, 2, 1), false));
    ocl_report_result(report, "after that",
                      ocl_verify_equal("after that", can_run(all, 3, 1), false));
    return ocl_report_close(report);
}
