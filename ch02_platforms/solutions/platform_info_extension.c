// SPDX-License-Identifier: MIT
//
// platform_info_extension - exercise 5 of platform_info: an extension in a list.
//
//     cp ch02_platforms/solutions/platform_info_extension_skeleton.c build/mine.c
//     cmake --build build --target mine && build/solutions/mine

#include "ocl.h"

static bool has_extension(const char *list, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = list; *at; at += strcspn(at, " ")) {
        at += strspn(at, " ");
        if (strcspn(at, " ") == length && strncmp(at, name, length) == 0) return true;
    }
    return false;
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
