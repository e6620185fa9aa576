// SPDX-License-Identifier: MIT
//
// jpeg_intervals_marker_skeleton - exercise 4 of jpeg_intervals: where an interval ends.
//
//     cp ch09_filters/solutions/jpeg_intervals_marker_skeleton.c build/mine.c
//     cmake --build build --target mine && build/solutions/mine

#include "ocl.h"

static int first_mark(const unsigned char *bytes, int count)
{
    for (int i = 0; i + 1 < count; i++)
        if (bytes[i] == 0xff) return i;    // Exercise 4 of jpeg_intervals: and the byte behind it?
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
