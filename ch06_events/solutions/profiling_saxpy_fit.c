// SPDX-License-Identifier: MIT
//
// profiling_saxpy_fit - exercise 6 of profiling_saxpy: from a time to a share of the limit.
//
//     cmake --build build --target exercise_profiling_saxpy_fit
//     build/exercises/profiling_saxpy_fit

#include "ocl.h"

// What saxpy reached, in percent of what a copy reaches.
static double percent(double n, double ns, double copy_gbs)
{
    //: skeleton
    //: // Exercise 6 of profiling_saxpy: these are the bytes of one vector only.
    //: const double bytes = sizeof(cl_float) * n;
    //: solution
    const double bytes = 3.0 * sizeof(cl_float) * n;
    //: end
    return 100.0 * bytes / ns / copy_gbs;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "profiling_saxpy_fit",
                              .summary = "From a time to a share of the limit.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "82 percent",
                      ocl_verify_equal("82 percent", llround(percent(1e6, 350e3, 42.0)), 82));
    ocl_report_result(report, "50 percent",
                      ocl_verify_equal("50 percent", llround(percent(1e7, 12e6, 20.0)), 50));
    return ocl_report_close(report);
}
