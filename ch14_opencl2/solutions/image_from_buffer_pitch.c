// SPDX-License-Identifier: MIT
//
// image_from_buffer_pitch - exercise 5 of image_from_buffer: the pitch of a row.
//
//     cmake --build build --target exercise_image_from_buffer_pitch
//     build/exercises/image_from_buffer_pitch

#include "ocl.h"

static int pitch(int width, int alignment)
{
    //: skeleton
    //: return (width / alignment + 1) *
    //:        alignment;    // Exercise 5 of image_from_buffer: always one more?
    //: solution
    return (width + alignment - 1) / alignment * alignment;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "image_from_buffer_pitch",
                              .summary = "The pitch of a row.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "451 to 64", ocl_verify_equal("451 to 64", pitch(451, 64), 512));
    ocl_report_result(report, "512 to 64", ocl_verify_equal("512 to 64", pitch(512, 64), 512));
    ocl_report_result(report, "1 to 64", ocl_verify_equal("1 to 64", pitch(1, 64), 64));
    ocl_report_result(report, "7 to 1", ocl_verify_equal("7 to 1", pitch(7, 1), 7));
    return ocl_report_close(report);
}
