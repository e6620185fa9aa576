// SPDX-License-Identifier: MIT
//
// build_options_log_line - exercise 3 of build_options: the line of an error in a build log.
//
//     cmake --build build --target exercise_build_options_log_line
//     build/exercises/build_options_log_line

#include "ocl.h"

// The line of the first error, or 0.
static int error_line(const char *log)
{
    for (const char *at = log; at; at = strchr(at, '\n'), at = at ? at + 1 : NULL) {
        const char *end = strchr(at, '\n'), *colon = strchr(at, ':');
        int line, column;
        char kind[16];
        if (!colon || (end && colon > end)) continue;
        if (sscanf(colon, ":%d:%d: %15[a-z]", &line, &column, kind) != 3) continue;
        //: skeleton
        //: return kind[0] ? line : 0;    // Exercise 3 of build_options: is it an error?
        //: solution
        if (strcmp(kind, "error") == 0) return line;
        //: end
    }
    return 0;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "build_options_log_line",
                              .summary = "The line of an error in a build log.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "one error",
                      ocl_verify_equal("one error", error_line("a.cl:7:3: error: no\n"), 7));
    ocl_report_result(
        report, "a warning first",
        ocl_verify_equal("a warning first",
                         error_line("a.cl:2:1: warning: w\nint x\na.cl:9:3: error: no\n"), 9));
    ocl_report_result(report, "none",
                      ocl_verify_equal("none", error_line("a.cl:2:1: warning: w\n"), 0));
    return ocl_report_close(report);
}
