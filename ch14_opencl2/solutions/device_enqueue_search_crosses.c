// SPDX-License-Identifier: MIT
//
// device_enqueue_search_crosses - exercise 5 of device_enqueue_search: does a circle pass
// through a square?
//
//     cmake --build build --target exercise_device_enqueue_search_crosses
//     build/exercises/device_enqueue_search_crosses

#include "ocl.h"

//: solution
static long larger(long a, long b)
{
    return a > b ? a : b;
}

//: end
// A square of this size, whose lower corner is (x, y) seen from the middle of the circle.
static bool crosses(long x, long y, long size, long radius)
{
    const long near_x = x > 0 ? x : x + size < 0 ? -(x + size) : 0;
    const long near_y = y > 0 ? y : y + size < 0 ? -(y + size) : 0;
    //: skeleton
    //: // Exercise 5 of device_enqueue_search: and the farthest point?
    //: return near_x * near_x + near_y * near_y <= radius * radius;
    //: solution
    const long far_x = larger(-x, x + size), far_y = larger(-y, y + size);
    return near_x * near_x + near_y * near_y <= radius * radius &&
           far_x * far_x + far_y * far_y >= radius * radius;
    //: end
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
