// SPDX-License-Identifier: MIT
//
// loader_info_names_skeleton - exercise 4 of loader_info: the files that OPENCL_LAYERS names.
//
// Exercise 4 of loader_info: the files that OPENCL_LAYERS names.
//
//     cp ch02_platforms/solutions/loader_info_names_skeleton.c build/mine.c
//     cmake --build build --target mine && build/solutions/mine

#include "ocl.h"

enum { MAX_NAME = 256 };

// Copies the first name of the list, and lets *list begin behind it.  False: there is none.
static bool next_name(const char **list, char name[MAX_NAME])
{
    // Here: jump over the colons in front, and end the name at the next colon.
    strcpy(name, *list);
    *list += strlen(*list);
    return name[0] != '\0';
}

// The names, with a blank behind each.
static void all_names(const char *list, char text[MAX_NAME])
{
    char name[MAX_NAME];
    text[0] = '\0';
    while (next_name(&list, name)) {
        strcat(text, name);
        strcat(text, " ");
    }
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "loader_info_names",
                              .summary = "The files that OPENCL_LAYERS names.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    static const char *const CASES[][2] = {
        { "count.so", "count.so " },
        { "count.so:/opt/guard.so", "count.so /opt/guard.so " },
        { ":a.so::b.so:", "a.so b.so " },
        { "", "" },
    };
    ocl_report *report = ocl_report_open(&opt, NULL);
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char text[MAX_NAME];
        all_names(CASES[i][0], text);
        ocl_report_result(report, CASES[i][0][0] ? CASES[i][0] : "an empty list",
                          ocl_verify_equal("names", strcmp(text, CASES[i][1]), 0));
    }
    return ocl_report_close(report);
}
