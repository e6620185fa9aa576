// SPDX-License-Identifier: MIT
//
// gl_info_list - exercise 5 of gl_info: the properties of a context that shares.
//
//     cmake --build build --target exercise_gl_info_list
//     build/exercises/gl_info_list

#include "ocl.h"

enum { PLATFORM = 0x1084, GL_CONTEXT = 0x2008, EGL_DISPLAY = 0x2009 };    // as in OpenCL's headers

static int fill(long *list, long platform, long context, long display)
{
    int n = 0;
    //: skeleton
    //: (void)platform;    // Exercise 5 of gl_info: the first pair.
    //: solution
    list[n++] = PLATFORM;
    list[n++] = platform;
    //: end
    list[n++] = GL_CONTEXT;
    list[n++] = context;
    list[n++] = EGL_DISPLAY;
    list[n++] = display;
    list[n++] = 0;
    return n;
}

// The value of a property, and 0 if the list has none.
static long value(long property)
{
    long list[8];
    fill(list, 11, 22, 33);
    for (int n = 0; list[n] != 0; n += 2)
        if (list[n] == property) return list[n + 1];
    return 0;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "gl_info_list",
                              .summary = "The properties of a context that shares.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "the platform",
                      ocl_verify_equal("the platform", value(PLATFORM), 11));
    ocl_report_result(report, "the context",
                      ocl_verify_equal("the context", value(GL_CONTEXT), 22));
    ocl_report_result(report, "the display",
                      ocl_verify_equal("the display", value(EGL_DISPLAY), 33));
    return ocl_report_close(report);
}
