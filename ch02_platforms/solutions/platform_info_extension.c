// SPDX-License-Identifier: MIT
//
// platform_info_extension - exercise 5 of platform_info: an extension in a list.
//
//     cmake --build build --target exercise_platform_info_extension
//     build/exercises/platform_info_extension

#include "ocl.h"

static bool has_extension(const char *list, const char *name)
{
    const size_t length = strlen(name);
    //: skeleton
    //: // Exercise 5 of platform_info: this finds the beginnings of longer names, too.
    //: return length > 0 && strstr(list, name) != NULL;
    //: solution
    for (const char *at = list; *at; at += strcspn(at, " ")) {
        at += strspn(at, " ");
        if (strcspn(at, " ") == length && strncmp(at, name, length) == 0) return true;
    }
    return false;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "platform_info_extension",
                              .summary = "An extension in a list.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(
        report, "there",
        ocl_verify_equal("there", has_extension("cl_a cl_khr_fp16", "cl_khr_fp16"), true));
    ocl_report_result(report, "a longer name",
                      ocl_verify_equal("a longer name",
                                       has_extension("cl_khr_fp16_storage cl_b", "cl_khr_fp16"),
                                       false));
    ocl_report_result(report, "none", ocl_verify_equal("none", has_extension("", "cl_a"), false));
    return ocl_report_close(report);
}
