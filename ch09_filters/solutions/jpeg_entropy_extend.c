// SPDX-License-Identifier: MIT
//
// jpeg_entropy_extend - exercise 5 of jpeg_entropy: a value from its bits.
//
//     cmake --build build --target exercise_jpeg_entropy_extend
//     build/exercises/jpeg_entropy_extend

#include "ocl.h"

static int value(int bits, int size)
{
    //: skeleton
    //: (void)size;
    //: return bits;    // Exercise 5 of jpeg_entropy: negative ones.
    //: solution
    if (size == 0) return 0;
    return bits >> (size - 1) ? bits : bits - (1 << size) + 1;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "jpeg_entropy_extend",
                              .summary = "A value from its bits.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "1 of 1 bit", ocl_verify_equal("1 of 1 bit", value(1, 1), 1));
    ocl_report_result(report, "0 of 1 bit", ocl_verify_equal("0 of 1 bit", value(0, 1), -1));
    ocl_report_result(report, "00", ocl_verify_equal("00", value(0, 2), -3));
    ocl_report_result(report, "01", ocl_verify_equal("01", value(1, 2), -2));
    ocl_report_result(report, "10", ocl_verify_equal("10", value(2, 2), 2));
    ocl_report_result(report, "no bits", ocl_verify_equal("no bits", value(0, 0), 0));
    return ocl_report_close(report);
}
