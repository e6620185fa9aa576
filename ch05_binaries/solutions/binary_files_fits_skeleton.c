// SPDX-License-Identifier: MIT
//
// binary_files_fits_skeleton - exercise 3 of binary_files: does a binary fit?
//
//     cp ch05_binaries/solutions/binary_files_fits_skeleton.c build/mine.c
//     cmake --build build --target mine && build/solutions/mine

#include "ocl.h"

typedef struct {
    const char *device, *driver, *options;
    uint64_t source;    // its hash
} origin;

static bool fits(const origin *file, const origin *here)
{
    // Exercise 3 of binary_files: there are more ways to be out of date.
    return strcmp(file->device, here->device) == 0 && file->source == here->source;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "binary_files_fits",
                              .summary = "Does a binary fit?",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    const origin file = { "A", "3.1", "-DN=4", 77 };
    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "the same", ocl_verify_equal("the same", fits(&file, &file), true));
    ocl_report_result(report, "another driver",
                      ocl_verify_equal("another driver",
                                       fits(&file, &(origin){ "A", "3.2", "-DN=4", 77 }), false));
    ocl_report_result(report, "other options",
                      ocl_verify_equal("other options",
                                       fits(&file, &(origin){ "A", "3.1", "-DN=8", 77 }), false));
    ocl_report_result(report, "another source",
                      ocl_verify_equal("another source",
                                       fits(&file, &(origin){ "A", "3.1", "-DN=4", 78 }), false));
    return ocl_report_close(report);
}
