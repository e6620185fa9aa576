// SPDX-License-Identifier: MIT
//
// profiling_timeline_gaps - exercise 3 of profiling_timeline: how long a queue stands still.
//
//     cmake --build build --target exercise_profiling_timeline_gaps
//     build/exercises/profiling_timeline_gaps

#include "ocl.h"

// The nanoseconds between commands that run one after the other.
static cl_ulong gaps(const cl_ulong *started, const cl_ulong *ended, size_t count)
{
    //: skeleton
    //: // Exercise 3 of profiling_timeline: this is the whole time, with the commands in it.
    //: return ended[count - 1] - started[0];
    //: solution
    cl_ulong ns = 0;
    for (size_t c = 1; c < count; c++)
        ns += started[c] - ended[c - 1];
    return ns;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "profiling_timeline_gaps",
                              .summary = "How long a queue stands still.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    const cl_ulong started[] = { 18097, 770299, 1623733, 3493453 };
    const cl_ulong ended[] = { 768596, 1617784, 3470909, 4228520 };
    ocl_report_result(report, "four commands",
                      ocl_verify_equal("four commands", (long long)gaps(started, ended, 4), 30196));
    ocl_report_result(report, "one command",
                      ocl_verify_equal("one command", (long long)gaps(started, ended, 1), 0));
    return ocl_report_close(report);
}
