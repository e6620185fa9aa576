// SPDX-License-Identifier: MIT
//
// command_buffer_graph_needless - exercise 4 of command_buffer_graph: needless waits.
//
//     cmake --build build --target exercise_command_buffer_graph_needless
//     build/exercises/command_buffer_graph_needless

#include "ocl.h"

enum { COMMANDS = 6 };

// Command c waits for command k if bit k of WAITS[c] is 1.  It was recorded after it: k < c.
static const cl_uint WAITS[COMMANDS] = { 0, 1, 1, 2 | 4, 1 | 8, 2 | 4 | 8 | 16 };

// All commands that have ended when command c begins: those it waits for, and what they waited for.
static cl_uint ended_before(int c)
{
    //: skeleton
    //: // Exercise 4 of command_buffer_graph: this looks one step back only.
    //: const cl_uint ended = WAITS[c];
    //: solution
    cl_uint ended = WAITS[c];
    for (int k = 0; k < c; k++)
        if (WAITS[c] >> k & 1) ended |= ended_before(k);
    //: end
    return ended;
}

// The waits of command c that change nothing.
static cl_uint needless(int c)
{
    cl_uint found = 0;
    for (int k = 0; k < c; k++)
        if (WAITS[c] >> k & 1) found |= ended_before(k);
    return found & WAITS[c];
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "command_buffer_graph_needless",
                              .summary = "Which sync points are needless?",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    // Command 4 waits for 0 and 3, and 3 has waited for 0.  Command 5 waits for all from 1 to 4.
    const cl_uint want[COMMANDS] = { 0, 0, 0, 0, 1, 2 | 4 | 8 };
    cl_uint got[COMMANDS];
    for (int c = 0; c < COMMANDS; c++)
        got[c] = needless(c);
    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "needless", ocl_verify_u32("needless", got, want, COMMANDS));
    return ocl_report_close(report);
}
