// SPDX-License-Identifier: MIT
//
// split_buffer_align - exercise 3 of split_buffer: where parts may begin.
//
//     cp ch06_events/solutions/split_buffer_align_skeleton.c build/mine.c
//     cmake --build build --target mine && build/solutions/mine

#include "ocl.h"

// The first element of part p.  `align` is in bytes, a multiple of the 4 bytes of an element.
static size_t part_begin(size_t n, size_t parts, size_t p, size_t align)
{
    if (p == parts) return n;
    const size_t step = align / sizeof(cl_uint);    // in elements
    return n * p / parts / step * step;
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
