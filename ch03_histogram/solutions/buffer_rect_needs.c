// SPDX-License-Identifier: MIT
//
// buffer_rect_needs - exercise 4 of buffer_rect: how large the buffer must be.
//
//     cmake --build build --target exercise_buffer_rect_needs
//     build/exercises/buffer_rect_needs

#include "ocl.h"

// region: bytes of a row, rows, slices; none of them is 0.
static size_t bytes_needed(const size_t region[3], size_t row_pitch, size_t slice_pitch)
{
    //: skeleton
    //: // Exercise 4 of buffer_rect: with all padding, and for one row only what is needed.
    //: return region[1] == 1 && region[2] == 1 ? region[0] + 0 * row_pitch : region[2] * slice_pitch;
    //: solution
    return (region[2] - 1) * slice_pitch + (region[1] - 1) * row_pitch + region[0];
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "buffer_rect_needs",
                              .summary = "How large the buffer must be.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "one row",
                      ocl_verify_equal("one row",
                                       (long long)bytes_needed((size_t[]){ 12, 1, 1 }, 100, 1000),
                                       12));
    ocl_report_result(report, "a plane",
                      ocl_verify_equal("a plane",
                                       (long long)bytes_needed((size_t[]){ 12, 5, 1 }, 100, 1000),
                                       412));
    ocl_report_result(report, "a box",
                      ocl_verify_equal("a box",
                                       (long long)bytes_needed((size_t[]){ 12, 5, 3 }, 100, 1000),
                                       2412));
    return ocl_report_close(report);
}
