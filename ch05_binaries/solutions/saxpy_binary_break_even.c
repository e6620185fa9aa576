// SPDX-License-Identifier: MIT
//
// saxpy_binary_break_even - exercise 4 of saxpy_binary: when a file of binaries pays.
//
//     cmake --build build --target exercise_saxpy_binary_break_even
//     build/exercises/saxpy_binary_break_even

#include "ocl.h"

// The smallest number of later starts that save what writing took.  Times in microseconds.
static int starts(int build, int load, int verify, int write)
{
    const int saved = build - load - verify;
    //: skeleton
    //: return write / saved;    // Exercise 4 of saxpy_binary: rounded which way?
    //: solution
    return (write + saved - 1) / saved;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "saxpy_binary_break_even",
                              .summary = "When a file of binaries pays.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "99 ms",
                      ocl_verify_equal("99 ms", starts(99000, 400, 2000, 300000), 4));
    ocl_report_result(report, "10 ms",
                      ocl_verify_equal("10 ms", starts(10000, 2000, 3000, 25000), 5));
    return ocl_report_close(report);
}
