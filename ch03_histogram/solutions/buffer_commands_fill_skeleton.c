// SPDX-License-Identifier: MIT
//
// buffer_commands_fill_skeleton - exercise 4 of buffer_commands: a pattern, again and again.
//
//     cp ch03_histogram/solutions/buffer_commands_fill_skeleton.c build/mine.c
//     cmake --build build --target mine && build/solutions/mine

#include "ocl.h"

static void fill(char *bytes, size_t size, const char *pattern, size_t length)
{
    // Exercise 4 of buffer_commands: this repeats the first byte only.
    memset(bytes, length > 0 ? pattern[0] : 0, size);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "buffer_commands_fill",
                              .summary = "A pattern, again and again.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    char bytes[] = "xxxxxxxx";
    fill(bytes, 6, "ab", 2);
    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "three times",
                      ocl_verify_equal("three times", memcmp(bytes, "abababxx", 8), 0));
    return ocl_report_close(report);
}
