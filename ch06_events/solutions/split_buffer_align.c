// SPDX-License-Identifier: MIT
//
// split_buffer_align - exercise 3 of split_buffer: where parts may begin.
//
//     cmake --build build --target exercise_split_buffer_align
//     build/exercises/split_buffer_align

#include "ocl.h"

// The first element of part p.  `align` is in bytes, a multiple of the 4 bytes of an element.
static size_t part_begin(size_t n, size_t parts, size_t p, size_t align)
{
    if (p == parts) return n;
    const size_t step = align / sizeof(cl_uint);    // in elements
    //: skeleton
    //: // Exercise 3 of split_buffer: this is the fair place.  It is a multiple of 1, not of `step`.
    //: return step > 0 ? n * p / parts : 0;
    //: solution
    return n * p / parts / step * step;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "split_buffer_align",
                              .summary = "Where parts may begin.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "part 1",
                      ocl_verify_equal("part 1", (long long)part_begin(1000, 3, 1, 128), 320));
    ocl_report_result(report, "part 2",
                      ocl_verify_equal("part 2", (long long)part_begin(1000, 3, 2, 128), 640));
    ocl_report_result(report, "the end",
                      ocl_verify_equal("the end", (long long)part_begin(1000, 3, 3, 128), 1000));
    return ocl_report_close(report);
}
