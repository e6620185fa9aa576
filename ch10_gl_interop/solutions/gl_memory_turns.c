// SPDX-License-Identifier: MIT
//
// gl_memory_turns - exercise 7 of gl_memory: half of the frame per turn.
//
//     cmake --build build --target exercise_gl_memory_turns
//     build/exercises/gl_memory_turns

#include "ocl.h"

static bool is_upper(int y, int height)
{
    //: skeleton
    //: return 2 * y < height;    // Exercise 7 of gl_memory: the middle row.
    //: solution
    return y < height / 2;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "gl_memory_turns",
                              .summary = "Half of the frame per turn.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "row 0 of 4", ocl_verify_equal("row 0 of 4", is_upper(0, 4), 1));
    ocl_report_result(report, "row 2 of 4", ocl_verify_equal("row 2 of 4", is_upper(2, 4), 0));
    ocl_report_result(report, "row 2 of 5", ocl_verify_equal("row 2 of 5", is_upper(2, 5), 0));
    ocl_report_result(report, "row 1 of 5", ocl_verify_equal("row 1 of 5", is_upper(1, 5), 1));
    ocl_report_result(report, "one row", ocl_verify_equal("one row", is_upper(0, 1), 0));
    return ocl_report_close(report);
}
