// SPDX-License-Identifier: MIT
//
// gl_renderbuffer_depth - exercise 5 of gl_renderbuffer: the nearer one is drawn.
//
//     cmake --build build --target exercise_gl_renderbuffer_depth
//     build/exercises/gl_renderbuffer_depth

#include "ocl.h"

typedef struct {
    int colour, depth;    // a small depth is near
} pixel;

static pixel draw(pixel before, pixel own)
{
    //: skeleton
    //: (void)before;
    //: return own;    // Exercise 5 of gl_renderbuffer: which is nearer?
    //: solution
    return own.depth < before.depth ? own : before;
    //: end
}

static const pixel EMPTY = { 0, 100 }, RED = { 1, 30 }, BLUE = { 2, 50 };

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "gl_renderbuffer_depth",
                              .summary = "The nearer one is drawn.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "red, then blue",
                      ocl_verify_equal("red, then blue", draw(draw(EMPTY, RED), BLUE).colour, 1));
    ocl_report_result(report, "blue, then red",
                      ocl_verify_equal("blue, then red", draw(draw(EMPTY, BLUE), RED).colour, 1));
    ocl_report_result(report, "blue alone",
                      ocl_verify_equal("blue alone", draw(EMPTY, BLUE).colour, 2));
    ocl_report_result(report, "behind all",
                      ocl_verify_equal("behind all", draw(EMPTY, (pixel){ 3, 200 }).colour, 0));
    return ocl_report_close(report);
}
