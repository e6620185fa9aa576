// SPDX-License-Identifier: MIT
//
// host_threads_apart - exercise 5 of host_threads: counters in cache lines of their own.
//
//     cmake --build build --target exercise_host_threads_apart
//     build/exercises/host_threads_apart

#include "ocl.h"

// The place of the counter of thread t in an array of uints.
static size_t place(size_t t)
{
    //: skeleton
    //: return t;    // Exercise 5 of host_threads: neighbours.
    //: solution
    return t * (64 / sizeof(cl_uint));
    //: end
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
