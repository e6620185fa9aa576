// SPDX-License-Identifier: MIT
//
// gl_texture_clamp - exercise 6 of gl_texture: a pixel outside of the texture.
//
//     cmake --build build --target exercise_gl_texture_clamp
//     build/exercises/gl_texture_clamp

#include "ocl.h"

static int column(int x, int width)
{
    //: skeleton
    //: (void)width;
    //: return x < 0 ? 0 : x;    // Exercise 6 of gl_texture: the other end.
    //: solution
    return x < 0 ? 0 : x >= width ? width - 1 : x;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "gl_texture_clamp",
                              .summary = "A pixel outside of the texture.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "before the first",
                      ocl_verify_equal("before the first", column(-1, 8), 0));
    ocl_report_result(report, "inside", ocl_verify_equal("inside", column(5, 8), 5));
    ocl_report_result(report, "the last", ocl_verify_equal("the last", column(7, 8), 7));
    ocl_report_result(report, "behind it", ocl_verify_equal("behind it", column(8, 8), 7));
    return ocl_report_close(report);
}
