// SPDX-License-Identifier: MIT
//
// gl_texture_levels - exercise 5 of gl_texture: levels of a texture.
//
//     cmake --build build --target exercise_gl_texture_levels
//     build/exercises/gl_texture_levels

#include "ocl.h"

static int levels(int width, int height)
{
    int count = 1;
    //: skeleton
    //: for (int size = width < height ? width : height; size > 1; size /= 2)
    //:     count++;    // Exercise 5 of gl_texture: which side decides?
    //: solution
    for (int size = width > height ? width : height; size > 1; size /= 2)
        count++;
    //: end
    return count;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "gl_texture_levels",
                              .summary = "Levels of a texture.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "1 x 1", ocl_verify_equal("1 x 1", levels(1, 1), 1));
    ocl_report_result(report, "256 x 256", ocl_verify_equal("256 x 256", levels(256, 256), 9));
    ocl_report_result(report, "451 x 300", ocl_verify_equal("451 x 300", levels(451, 300), 9));
    ocl_report_result(report, "1024 x 1", ocl_verify_equal("1024 x 1", levels(1024, 1), 11));
    return ocl_report_close(report);
}
