// SPDX-License-Identifier: MIT
//
// gl_memory_flip - exercise 6 of gl_memory: a frame upside down.
//
//     cmake --build build --target exercise_gl_memory_flip
//     build/exercises/gl_memory_flip

#include "ocl.h"

static int place(int x, int y, int width, int height)
{
    //: skeleton
    //: (void)height;
    //: return y * width + x;    // Exercise 6 of gl_memory: rows from below.
    //: solution
    return (height - 1 - y) * width + x;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "gl_memory_flip",
                              .summary = "A frame upside down.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "the upper left",
                      ocl_verify_equal("the upper left", place(0, 0, 4, 3), 8));
    ocl_report_result(report, "the lower right",
                      ocl_verify_equal("the lower right", place(3, 2, 4, 3), 3));
    ocl_report_result(report, "the middle row",
                      ocl_verify_equal("the middle row", place(1, 1, 4, 3), 5));
    return ocl_report_close(report);
}
