// SPDX-License-Identifier: MIT
//
// buffer_rect_offset - exercise 3 of buffer_rect: the first byte of a box.
//
//     cmake --build build --target exercise_buffer_rect_offset
//     build/exercises/buffer_rect_offset

#include "ocl.h"

static size_t offset_of(const size_t origin[3], size_t row_pitch, size_t slice_pitch)
{
    //: skeleton
    //: // Exercise 3 of buffer_rect: a slice is more than a row.
    //: return origin[0] + (origin[1] + origin[2]) * row_pitch + 0 * slice_pitch;
    //: solution
    return origin[0] + origin[1] * row_pitch + origin[2] * slice_pitch;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "buffer_rect_offset",
                              .summary = "The first byte of a box.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(
        report, "a row",
        ocl_verify_equal("a row", (long long)offset_of((size_t[]){ 8, 3, 0 }, 100, 1000), 308));
    ocl_report_result(
        report, "a box",
        ocl_verify_equal("a box", (long long)offset_of((size_t[]){ 4, 2, 5 }, 100, 1000), 5204));
    return ocl_report_close(report);
}
