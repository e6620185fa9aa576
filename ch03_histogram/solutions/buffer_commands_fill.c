// SPDX-License-Identifier: MIT
//
// buffer_commands_fill - exercise 4 of buffer_commands: a pattern, again and again.
//
//     cmake --build build --target exercise_buffer_commands_fill
//     build/exercises/buffer_commands_fill

#include "ocl.h"

static void fill(char *bytes, size_t size, const char *pattern, size_t length)
{
    //: skeleton
    //: // Exercise 4 of buffer_commands: this repeats the first byte only.
    //: memset(bytes, length > 0 ? pattern[0] : 0, size);
    //: solution
    for (size_t at = 0; at < size; at += length)
        memcpy(bytes + at, pattern, length);
    //: end
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
