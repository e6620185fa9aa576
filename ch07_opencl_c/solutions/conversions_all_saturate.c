// SPDX-License-Identifier: MIT
//
// conversions_all_saturate - exercise 5 of conversions_all: saturation in plain C.
//
//     cmake --build build --target exercise_conversions_all_saturate
//     build/exercises/conversions_all_saturate

#include "ocl.h"

static cl_uchar to_uchar_sat(float x)
{
    if (!(x > 0.0f)) return 0;
    //: skeleton
    //: return (cl_uchar)fmodf(x, 256.0f);    // Exercise 5 of conversions_all: this one wraps.
    //: solution
    return x >= 255.0f ? 255 : (cl_uchar)x;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "conversions_all_saturate",
                              .summary = "Saturation in plain C.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "-3", ocl_verify_equal("-3", to_uchar_sat(-3.0f), 0));
    ocl_report_result(report, "17.9", ocl_verify_equal("17.9", to_uchar_sat(17.9f), 17));
    ocl_report_result(report, "300", ocl_verify_equal("300", to_uchar_sat(300.0f), 255));
    ocl_report_result(report, "NaN", ocl_verify_equal("NaN", to_uchar_sat(NAN), 0));
    return ocl_report_close(report);
}
