// SPDX-License-Identifier: MIT
//
// host_threads_apart - exercise 5 of host_threads: counters in cache lines of their own.
//
//     cp ch06_events/solutions/host_threads_apart_skeleton.c build/mine.c
//     cmake --build build --target mine && build/solutions/mine

#include "ocl.h"

// The place of the counter of thread t in an array of uints.
static size_t place(size_t t)
{
    return t * (64 / sizeof(cl_uint));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "host_threads_apart",
                              .summary = "Counters in cache lines of their own.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "thread 0", ocl_verify_equal("thread 0", (long long)place(0), 0));
    ocl_report_result(report, "thread 1", ocl_verify_equal("thread 1", (long long)place(1), 16));
    ocl_report_result(report, "thread 5", ocl_verify_equal("thread 5", (long long)place(5), 80));
    return ocl_report_close(report);
}
