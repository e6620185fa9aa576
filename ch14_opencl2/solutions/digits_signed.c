// SPDX-License-Identifier: MIT
//
// digits_signed - exercise 5 of digits: four products, one factor signed.
//
//     cmake --build build --target exercise_digits_signed
//     build/exercises/digits_signed

#include "ocl.h"

static int dot_us(uint32_t a, uint32_t b)
{
    int sum = 0;
    for (int byte = 0; byte < 4; byte++) {
        const int x = a >> (8 * byte) & 255;
        //: skeleton
        //: const int y = b >> (8 * byte) & 255;    // Exercise 5 of digits: this one is signed.
        //: sum += x * y;
        //: solution
        const int y = b >> (8 * byte) & 255;
        sum += x * (y < 128 ? y : y - 256);
        //: end
    }
    return sum;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "digits_signed",
                              .summary = "Four products, one factor signed.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "1 x 1", ocl_verify_equal("1 x 1", dot_us(1, 1), 1));
    ocl_report_result(report, "255 x -1", ocl_verify_equal("255 x -1", dot_us(255, 255), -255));
    ocl_report_result(report, "four times 2 x 3",
                      ocl_verify_equal("four times 2 x 3", dot_us(0x02020202, 0x03030303), 24));
    ocl_report_result(
        report, "four times 16 x -128",
        ocl_verify_equal("four times 16 x -128", dot_us(0x10101010, 0x80808080), -8192));
    return ocl_report_close(report);
}
