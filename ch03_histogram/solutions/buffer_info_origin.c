// SPDX-License-Identifier: MIT
//
// buffer_info_origin - exercise 4 of buffer_info: a part of a part.
//
//     cmake --build build --target exercise_buffer_info_origin
//     build/exercises/buffer_info_origin

#include "ocl.h"

// Gives whether the inner part fits in the outer one; *at is where it begins in the buffer.
static bool part_of_part(size_t *at, cl_buffer_region outer, cl_buffer_region inner)
{
    *at = outer.origin + inner.origin;
    //: skeleton
    //: return inner.size <= outer.size;    // Exercise 4 of buffer_info: it may begin too late.
    //: solution
    return inner.origin <= outer.size && inner.size <= outer.size - inner.origin;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "buffer_info_origin",
                              .summary = "A part of a part.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    size_t at = 0;
    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "fits",
                      ocl_verify_equal("fits",
                                       part_of_part(&at, (cl_buffer_region){ 100, 50 },
                                                    (cl_buffer_region){ 20, 30 }),
                                       true));
    ocl_report_result(report, "where", ocl_verify_equal("where", (long long)at, 120));
    ocl_report_result(report, "too long",
                      ocl_verify_equal("too long",
                                       part_of_part(&at, (cl_buffer_region){ 100, 50 },
                                                    (cl_buffer_region){ 21, 30 }),
                                       false));
    return ocl_report_close(report);
}
