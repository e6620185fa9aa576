// SPDX-License-Identifier: MIT
//
// binary_files_name - exercise 4 of binary_files: a file name from a device's name.
//
//     cmake --build build --target exercise_binary_files_name
//     build/exercises/binary_files_name

#include "ocl.h"

//: solution
#include <ctype.h>

//: end
static void file_name(char *name, size_t room, const char *device)
{
    size_t i = 0;
    //: skeleton
    //: for (; i + 1 < room && device[i]; i++) {
    //:     // Exercise 4 of binary_files: blanks are not all that a file name should not have.
    //:     name[i] = device[i];
    //:     if (name[i] == ' ') name[i] = '_';
    //: }
    //: solution
    for (; i + 1 < room && device[i]; i++)
        name[i] = isalnum((unsigned char)device[i]) ? device[i] : '_';
    //: end
    name[i] = '\0';
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "binary_files_name",
                              .summary = "A file name from a device's name.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    char name[64], few[4];
    file_name(name, sizeof name, "AMD EPYC (v2/1)");
    file_name(few, sizeof few, "long");
    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "a slash",
                      ocl_verify_equal("a slash", strcmp(name, "AMD_EPYC__v2_1_"), 0));
    ocl_report_result(report, "no room", ocl_verify_equal("no room", (long long)strlen(few), 3));
    return ocl_report_close(report);
}
