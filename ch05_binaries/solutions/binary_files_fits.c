// SPDX-License-Identifier: MIT
//
// binary_files_fits - exercise 3 of binary_files: does a binary fit?
//
//     cmake --build build --target exercise_binary_files_fits
//     build/exercises/binary_files_fits

#include "ocl.h"

typedef struct {
    const char *device, *driver, *options;
    uint64_t source;    // its hash
} origin;

static bool fits(const origin *file, const origin *here)
{
    //: skeleton
    //: // Exercise 3 of binary_files: there are more ways to be out of date.
    //: return strcmp(file->device, here->device) == 0 && file->source == here->source;
    //: solution
    return strcmp(file->device, here->device) == 0 && strcmp(file->driver, here->driver) == 0 &&
           strcmp(file->options, here->options) == 0 && file->source == here->source;
    //: end
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
