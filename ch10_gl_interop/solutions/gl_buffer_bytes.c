// SPDX-License-Identifier: MIT
//
// gl_buffer_bytes - exercise 6 of gl_buffer: bytes of a vertex buffer.
//
//     cmake --build build --target exercise_gl_buffer_bytes
//     build/exercises/gl_buffer_bytes

#include "ocl.h"

static size_t bytes(size_t bodies)
{
    //: skeleton
    //: (void)bodies;
    //: return 350;    // Exercise 6 of gl_buffer: for all bodies.
    //: solution
    return bodies * 2 * sizeof(float);
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "gl_buffer_bytes",
                              .summary = "Bytes of a vertex buffer.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "one", ocl_verify_equal("one", (long long)bytes(1), 8));
    ocl_report_result(report, "1000", ocl_verify_equal("1000", (long long)bytes(1000), 8000));
    ocl_report_result(report, "a million",
                      ocl_verify_equal("a million", (long long)bytes(1000000), 8000000));
    return ocl_report_close(report);
}
