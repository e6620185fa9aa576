// SPDX-License-Identifier: MIT
//
// gl_buffer_leap - exercise 5 of gl_buffer: half a drift, a kick, half a drift.
//
//     cmake --build build --target exercise_gl_buffer_leap
//     build/exercises/gl_buffer_leap

#include "ocl.h"

typedef struct {
    int place, speed;
} body;

// A step of 2 units of time forward, or back with half = -1.
static body step(body b, int half)
{
    b.place += half * b.speed;
    b.speed -= 2 * half * b.place;
    //: skeleton
    //: return b;    // Exercise 5 of gl_buffer: the other half of the way.
    //: solution
    b.place += half * b.speed;
    return b;
    //: end
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
