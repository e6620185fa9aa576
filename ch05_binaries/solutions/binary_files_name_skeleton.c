// SPDX-License-Identifier: MIT
//
// binary_files_name_skeleton - exercise 4 of binary_files: a file name from a device's name.
//
//     cp ch05_binaries/solutions/binary_files_name_skeleton.c build/mine.c
//     cmake --build build --target mine && build/solutions/mine

#include "ocl.h"

static void file_name(char *name, size_t room, const char *device)
{
    size_t i = 0;
    for (; i + 1 < room && device[i]; i++) {
        // Exercise 4 of binary_files: blanks are not all that a file name should not have.
        name[i] = device[i];
        if (name[i] == ' ') name[i] = '_';
    }
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
