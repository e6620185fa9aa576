// SPDX-License-Identifier: MIT
//
// gl_buffer_leap - exercise 5 of gl_buffer: half a drift, a kick, half a drift.
//
//     cp ch10_gl_interop/solutions/gl_buffer_leap_skeleton.c build/mine.c
//     cmake --build build --target mine && build/solutions/mine

#include "ocl.h"

typedef struct {
    int place, speed;
} body;

// A step of 2 units of time forward, or back with half = -1.
static body step(body b, int half)
{
    b.place += half * b.speed;
    b.speed -= 2 * half * b.place;
    b.place += half * b.speed;
    return b;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "gl_buffer_leap",
                              .summary = "Half a drift, a kick, half a drift.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "the place",
                      ocl_verify_equal("the place", step((body){ 3, 1 }, 1).place, -3));
    ocl_report_result(report, "the speed",
                      ocl_verify_equal("the speed", step((body){ 3, 1 }, 1).speed, -7));
    ocl_report_result(
        report, "forth and back",
        ocl_verify_equal("forth and back", step(step((body){ 3, 1 }, 1), -1).place, 3));
    ocl_report_result(report, "its speed",
                      ocl_verify_equal("its speed", step(step((body){ 3, 1 }, 1), -1).speed, 1));
    return ocl_report_close(report);
}
