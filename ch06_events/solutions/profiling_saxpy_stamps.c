// SPDX-License-Identifier: MIT
//
// profiling_saxpy_stamps - exercise 5 of profiling_saxpy: what four time stamps say.
//
//     cmake --build build --target exercise_profiling_saxpy_stamps
//     build/exercises/profiling_saxpy_stamps

#include "ocl.h"

// In nanoseconds, as clGetEventProfilingInfo gives them.
typedef struct {
    cl_ulong queued, submit, start, end;
} stamps;

typedef struct {
    long long in_host, in_device, running;
} times;

static times read_stamps(stamps t)
{
    //: skeleton
    //: // Exercise 5 of profiling_saxpy: this is the whole time, from the call to the end.
    //: return (times){ .running = (long long)(t.end - t.queued) };
    //: solution
    return (times){ .in_host = (long long)(t.submit - t.queued),
                    .in_device = (long long)(t.start - t.submit),
                    .running = (long long)(t.end - t.start) };
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "profiling_saxpy_stamps",
                              .summary = "What four time stamps say.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    const times t = read_stamps((stamps){ 1000000, 1004000, 1025000, 1375000 });
    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "in the host, ns",
                      ocl_verify_equal("in the host, ns", t.in_host, 4000));
    ocl_report_result(report, "in the device, ns",
                      ocl_verify_equal("in the device, ns", t.in_device, 21000));
    ocl_report_result(report, "running, ns", ocl_verify_equal("running, ns", t.running, 350000));
    return ocl_report_close(report);
}
