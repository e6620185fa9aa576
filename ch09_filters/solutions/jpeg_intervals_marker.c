// SPDX-License-Identifier: MIT
//
// jpeg_intervals_marker - exercise 4 of jpeg_intervals: where an interval ends.
//
//     cmake --build build --target exercise_jpeg_intervals_marker
//     build/exercises/jpeg_intervals_marker

#include "ocl.h"

static int first_mark(const unsigned char *bytes, int count)
{
    for (int i = 0; i + 1 < count; i++)
        //: skeleton
        //: if (bytes[i] == 0xff) return i;    // Exercise 4 of jpeg_intervals: and the byte behind it?
        //: solution
        if (bytes[i] == 0xff && bytes[i + 1] >= 0xd0 && bytes[i + 1] <= 0xd7) return i;
    //: end
    return -1;
}

static const unsigned char DATA[] = { 3, 0xff, 0, 7, 0xff, 0xd3, 9 };

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "jpeg_intervals_marker",
                              .summary = "Where an interval ends.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "all", ocl_verify_equal("all", first_mark(DATA, 7), 4));
    ocl_report_result(report, "only the beginning",
                      ocl_verify_equal("only the beginning", first_mark(DATA, 4), -1));
    ocl_report_result(report, "at the beginning",
                      ocl_verify_equal("at the beginning", first_mark(DATA + 4, 3), 0));
    return ocl_report_close(report);
}
