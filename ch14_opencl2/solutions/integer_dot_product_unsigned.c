// SPDX-License-Identifier: MIT
//
// integer_dot_product_unsigned - exercise 5 of integer_dot_product: signed weights on unsigned
// bytes.
//
//     cmake --build build --target exercise_integer_dot_product_unsigned
//     build/exercises/integer_dot_product_unsigned

#include "ocl.h"

static int dot_uu(uint32_t a, uint32_t b)
{
    int sum = 0;
    for (int shift = 0; shift < 32; shift += 8)
        sum += (int)((a >> shift & 255) * (b >> shift & 255));
    return sum;
}

static int dot_us(uint32_t a, uint32_t b)
{
    //: skeleton
    //: return dot_uu(a, b);    // Exercise 5 of integer_dot_product: less what was too much.
    //: solution
    const uint32_t signs = b >> 7 & 0x01010101;
    return dot_uu(a, b) - 256 * dot_uu(a, signs);
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "integer_dot_product_unsigned",
                              .summary = "Signed weights on unsigned bytes.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "2 x 3", ocl_verify_equal("2 x 3", dot_us(2, 3), 6));
    ocl_report_result(report, "255 x -1", ocl_verify_equal("255 x -1", dot_us(255, 255), -255));
    ocl_report_result(
        report, "16 x -128, four times",
        ocl_verify_equal("16 x -128, four times", dot_us(0x10101010, 0x80808080), -8192));
    ocl_report_result(report, "1 x 127 and 1 x -128",
                      ocl_verify_equal("1 x 127 and 1 x -128", dot_us(0x0101, 0x807f), -1));
    return ocl_report_close(report);
}
