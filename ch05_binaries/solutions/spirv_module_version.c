// SPDX-License-Identifier: MIT
//
// spirv_module_version - exercise 5 of spirv_module: the version of a module.
//
//     cmake --build build --target exercise_spirv_module_version
//     build/exercises/spirv_module_version

#include "ocl.h"

static int version_of(uint32_t second_word)
{
    //: skeleton
    //: return (int)(second_word >> 8);    // Exercise 5 of spirv_module: both numbers are in this one.
    //: solution
    return (int)(100 * (second_word >> 16 & 0xff) + (second_word >> 8 & 0xff));
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "spirv_module_version",
                              .summary = "The version of a module.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "1.2", ocl_verify_equal("1.2", version_of(0x00010200), 102));
    ocl_report_result(report, "1.6", ocl_verify_equal("1.6", version_of(0x00010600), 106));
    return ocl_report_close(report);
}
