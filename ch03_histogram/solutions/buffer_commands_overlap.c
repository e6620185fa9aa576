// SPDX-License-Identifier: MIT
//
// buffer_commands_overlap - exercise 3 of buffer_commands: do two parts overlap?
//
//     cmake --build build --target exercise_buffer_commands_overlap
//     build/exercises/buffer_commands_overlap

#include "ocl.h"

static bool overlap(size_t from, size_t to, size_t size)
{
    //: skeleton
    //: return from <= to && to - from < size;    // Exercise 3 of buffer_commands: only one way.
    //: solution
    return from < to ? to - from < size : from - to < size;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "buffer_commands_overlap",
                              .summary = "Do two parts overlap?",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "forwards", ocl_verify_equal("forwards", overlap(0, 99, 100), true));
    ocl_report_result(report, "backwards",
                      ocl_verify_equal("backwards", overlap(99, 0, 100), true));
    ocl_report_result(report, "they touch",
                      ocl_verify_equal("they touch", overlap(100, 0, 100), false));
    ocl_report_result(report, "the same", ocl_verify_equal("the same", overlap(5, 5, 1), true));
    return ocl_report_close(report);
}
