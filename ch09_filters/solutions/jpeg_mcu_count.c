// SPDX-License-Identifier: MIT
//
// jpeg_mcu_count - exercise 5 of jpeg_mcu: MCUs of a picture.
//
//     cmake --build build --target exercise_jpeg_mcu_count
//     build/exercises/jpeg_mcu_count

#include "ocl.h"

static int mcus(int width, int height, int side)
{
    //: skeleton
    //: return (width * height + side * side - 1) /
    //:        (side * side);    // Exercise 5 of jpeg_mcu: each direction.
    //: solution
    return (width + side - 1) / side * ((height + side - 1) / side);
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "jpeg_mcu_count",
                              .summary = "MCUs of a picture.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "500 x 300", ocl_verify_equal("500 x 300", mcus(500, 300, 16), 608));
    ocl_report_result(report, "16 x 16", ocl_verify_equal("16 x 16", mcus(16, 16, 16), 1));
    ocl_report_result(report, "17 x 33", ocl_verify_equal("17 x 33", mcus(17, 33, 16), 6));
    return ocl_report_close(report);
}
