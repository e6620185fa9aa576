// SPDX-License-Identifier: MIT
//
// build_callback_source - exercise 6 of build_callback: a kernel's text, made by the host.
//
//     cmake --build build --target exercise_build_callback_source
//     build/exercises/build_callback_source

#include "ocl.h"

// Writes "y[i] = W0 * x[i] + W1 * x[i + 1] + ...;", with the weights as whole numbers.
static void make_line(char *text, size_t room, const int *weights, int taps)
{
    size_t at = (size_t)snprintf(text, room, "y[i] = ");
    for (int k = 0; k < taps && at < room; k++)
        //: skeleton
        //: // Exercise 6 of build_callback: where are the weights, and the signs between?
        //: at += (size_t)snprintf(text + at, room - at, "x[i + %d]", weights[k] > 0 ? k : 0);
        //: solution
        at += (size_t)snprintf(text + at, room - at, "%s%d * x[i + %d]", k > 0 ? " + " : "",
                               weights[k], k);
    //: end
    if (at < room) snprintf(text + at, room - at, ";");
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "build_callback_source",
                              .summary = "A kernel's text, made by the host.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    char text[256];
    make_line(text, sizeof text, (int[]){ 1, 4, 1 }, 3);
    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(
        report, "three weights",
        ocl_verify_equal("three weights",
                         strcmp(text, "y[i] = 1 * x[i + 0] + 4 * x[i + 1] + 1 * x[i + 2];"), 0));
    return ocl_report_close(report);
}
