// SPDX-License-Identifier: MIT
//
// loader_info_names - exercise 4 of loader_info: the files that OPENCL_LAYERS names.
//
//     cmake --build build --target exercise_loader_info_names
//     build/exercises/loader_info_names

#include "ocl.h"

enum { MAX_NAME = 256 };

// Copies the first name of the list, and lets *list begin behind it.  False: there is none.
static bool next_name(const char **list, char name[MAX_NAME])
{
    //: skeleton
    //: // Exercise 4 of loader_info: jump over the colons in front, and end the name at the next colon.
    //: strcpy(name, *list);
    //: *list += strlen(*list);
    //: return name[0] != '\0';
    //: solution
    *list += strspn(*list, ":");
    const size_t length = strcspn(*list, ":");
    memcpy(name, *list, length);
    name[length] = '\0';
    *list += length;
    return length > 0;
    //: end
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
