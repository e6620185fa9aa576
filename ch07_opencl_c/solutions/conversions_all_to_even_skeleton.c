// SPDX-License-Identifier: MIT
//
// conversions_all_to_even_skeleton - exercise 6 of conversions_all: to the nearest, and from the
// middle to even.
//
//     cp ch07_opencl_c/solutions/conversions_all_to_even_skeleton.c build/mine.c
//     cmake --build build --target mine && build/solutions/mine

#include "ocl.h"

static cl_int to_int_rte(float x)
{
    const float below = floorf(x), rest = x - below;    // 0 <= rest < 1
    const cl_int low = (cl_int)below;
    return rest < 0.5f ? low : low + 1;    // Exercise 6 of conversions_all: and the middle?
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "conversions_all_to_even",
                              .summary = "To the nearest, and from the middle to even.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "2.5", ocl_verify_equal("2.5", to_int_rte(2.5f), 2));
    ocl_report_result(report, "3.5", ocl_verify_equal("3.5", to_int_rte(3.5f), 4));
    ocl_report_result(report, "-0.5", ocl_verify_equal("-0.5", to_int_rte(-0.5f), 0));
    ocl_report_result(report, "-1.75", ocl_verify_equal("-1.75", to_int_rte(-1.75f), -2));
    return ocl_report_close(report);
}
