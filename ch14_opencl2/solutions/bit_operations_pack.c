// SPDX-License-Identifier: MIT
//
// bit_operations_pack - exercise 4 of bit_operations: a pixel of 5, 6 and 5 bits.
//
//     cmake --build build --target exercise_bit_operations_pack
//     build/exercises/bit_operations_pack

#include "ocl.h"

static uint32_t pack(uint32_t red, uint32_t green, uint32_t blue)
{
    //: skeleton
    //: return red << 11 | green << 5 | blue;    // Exercise 4 of bit_operations: too large?
    //: solution
    return (red & 31) << 11 | (green & 63) << 5 | (blue & 31);
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "bit_operations_pack",
                              .summary = "A pixel of 5, 6 and 5 bits.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "white", ocl_verify_equal("white", pack(31, 63, 31), 65535));
    ocl_report_result(report, "red", ocl_verify_equal("red", pack(31, 0, 0), 63488));
    ocl_report_result(report, "too much red", ocl_verify_equal("too much red", pack(32, 0, 0), 0));
    ocl_report_result(report, "too much green",
                      ocl_verify_equal("too much green", pack(0, 65, 0), 32));
    ocl_report_result(report, "too much blue",
                      ocl_verify_equal("too much blue", pack(0, 0, 33), 1));
    return ocl_report_close(report);
}
