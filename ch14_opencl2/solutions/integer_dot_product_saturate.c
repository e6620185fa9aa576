// SPDX-License-Identifier: MIT
//
// integer_dot_product_saturate - exercise 4 of integer_dot_product: an addition that does not
// overflow.
//
//     cmake --build build --target exercise_integer_dot_product_saturate
//     build/exercises/integer_dot_product_saturate

#include "ocl.h"

static int32_t add_sat(int32_t a, int32_t b)
{
    const int64_t sum = (int64_t)a + b;
    //: skeleton
    //: return (int32_t)(sum > INT32_MAX ? INT32_MAX
    //:                                  : sum);    // Exercise 4 of integer_dot_product: the other end.
    //: solution
    return (int32_t)(sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum);
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "integer_dot_product_saturate",
                              .summary = "An addition that does not overflow.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "1 and 2", ocl_verify_equal("1 and 2", add_sat(1, 2), 3));
    ocl_report_result(report, "too large",
                      ocl_verify_equal("too large", add_sat(INT32_MAX, 5), INT32_MAX));
    ocl_report_result(report, "too small",
                      ocl_verify_equal("too small", add_sat(INT32_MIN, -5), INT32_MIN));
    ocl_report_result(report, "both ends",
                      ocl_verify_equal("both ends", add_sat(INT32_MAX, INT32_MIN), -1));
    return ocl_report_close(report);
}
