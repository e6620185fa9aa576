// SPDX-License-Identifier: MIT
//
// jpeg_mcu_block - exercise 6 of jpeg_mcu: the block of a pixel.
//
//     cmake --build build --target exercise_jpeg_mcu_block
//     build/exercises/jpeg_mcu_block

#include "ocl.h"

static int block(int x, int y)
{
    //: skeleton
    //: return x / 8 + y / 8;    // Exercise 6 of jpeg_mcu: four answers.
    //: solution
    return x / 8 + 2 * (y / 8);
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "jpeg_mcu_block",
                              .summary = "The block of a pixel.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "(0, 0)", ocl_verify_equal("(0, 0)", block(0, 0), 0));
    ocl_report_result(report, "(8, 7)", ocl_verify_equal("(8, 7)", block(8, 7), 1));
    ocl_report_result(report, "(7, 8)", ocl_verify_equal("(7, 8)", block(7, 8), 2));
    ocl_report_result(report, "(15, 15)", ocl_verify_equal("(15, 15)", block(15, 15), 3));
    return ocl_report_close(report);
}
