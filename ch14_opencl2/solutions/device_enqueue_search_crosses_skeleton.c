// SPDX-License-Identifier: MIT
//
// device_enqueue_search_crosses_skeleton - exercise 5 of device_enqueue_search: does a circle
// pass through a square?
//
//     cp ch14_opencl2/solutions/device_enqueue_search_crosses_skeleton.c build/mine.c
//     cmake --build build --target mine && build/solutions/mine

#include "ocl.h"

// A square of this size, whose lower corner is (x, y) seen from the middle of the circle.
static bool crosses(long x, long y, long size, long radius)
{
    const long near_x = x > 0 ? x : x + size < 0 ? -(x + size) : 0;
    const long near_y = y > 0 ? y : y + size < 0 ? -(y + size) : 0;
    // Exercise 5 of device_enqueue_search: and the farthest point?
    return near_x * near_x + near_y * near_y <= radius * radius;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "device_enqueue_search_crosses",
                              .summary = "Does a circle pass through a square?",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "outside", ocl_verify_equal("outside", crosses(20, 20, 8, 10), 0));
    ocl_report_result(report, "the corner",
                      ocl_verify_equal("the corner", crosses(6, 8, 8, 10), 1));
    ocl_report_result(report, "the middle",
                      ocl_verify_equal("the middle", crosses(-2, -2, 4, 10), 0));
    ocl_report_result(report, "all of it",
                      ocl_verify_equal("all of it", crosses(-16, -16, 32, 10), 1));
    ocl_report_result(report, "a pixel of the line",
                      ocl_verify_equal("a pixel of the line", crosses(9, 0, 1, 10), 1));
    return ocl_report_close(report);
}
