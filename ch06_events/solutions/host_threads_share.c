// SPDX-License-Identifier: MIT
//
// host_threads_share - exercise 4 of host_threads: shares of threads.
//
//     cmake --build build --target exercise_host_threads_share
//     build/exercises/host_threads_share

#include "ocl.h"

// Where the share of thread t begins; first(n, threads, threads) is the end of the last one.
static size_t first(size_t n, size_t threads, size_t t)
{
    //: skeleton
    //: return n / threads * t;    // Exercise 4 of host_threads: who takes the last elements?
    //: solution
    return n * t / threads;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "host_threads_share",
                              .summary = "Shares of threads.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "begin", ocl_verify_equal("begin", (long long)first(1003, 4, 0), 0));
    ocl_report_result(report, "end", ocl_verify_equal("end", (long long)first(1003, 4, 4), 1003));
    ocl_report_result(report, "the third share",
                      ocl_verify_equal("the third share",
                                       (long long)(first(1003, 4, 3) - first(1003, 4, 2)), 251));
    ocl_report_result(report, "more threads than elements",
                      ocl_verify_equal("more threads than elements", (long long)first(2, 5, 5), 2));
    return ocl_report_close(report);
}
