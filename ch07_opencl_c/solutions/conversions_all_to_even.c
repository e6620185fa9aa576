// SPDX-License-Identifier: MIT
//
// conversions_all_to_even - exercise 6 of conversions_all: to the nearest, and from the middle to
// even.
//
//     cmake --build build --target exercise_conversions_all_to_even
//     build/exercises/conversions_all_to_even

#include "ocl.h"

static cl_int to_int_rte(float x)
{
    const float below = floorf(x), rest = x - below;    // 0 <= rest < 1
    const cl_int low = (cl_int)below;
    //: skeleton
    //: return rest < 0.5f ? low : low + 1;    // Exercise 6 of conversions_all: and the middle?
    //: solution
    if (rest == 0.5f) return low % 2 == 0 ? low : low + 1;
    return rest < 0.5f ? low : low + 1;
    //: end
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
