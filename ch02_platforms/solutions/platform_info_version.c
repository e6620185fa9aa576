// SPDX-License-Identifier: MIT
//
// platform_info_version - exercise 4 of platform_info: a version as a number.
//
//     cmake --build build --target exercise_platform_info_version
//     build/exercises/platform_info_version

#include "ocl.h"

static int version_of(const char *text)
{
    int major = 0, minor = 0;
    //: skeleton
    //: // Exercise 4 of platform_info: these are the last numbers of the text.
    //: const char *at = strrchr(text, ' ');
    //: if (!at || sscanf(at, "%d.%d", &major, &minor) != 2) return 0;
    //: solution
    if (sscanf(text, "OpenCL %d.%d", &major, &minor) != 2) return 0;
    //: end
    return 100 * major + 10 * minor;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "platform_info_version",
                              .summary = "A version as a number.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "PoCL",
                      ocl_verify_equal("PoCL", version_of("OpenCL 3.0 PoCL 3.1"), 300));
    ocl_report_result(report, "an old one",
                      ocl_verify_equal("an old one", version_of("OpenCL 1.2 CUDA 12.4"), 120));
    ocl_report_result(report, "none", ocl_verify_equal("none", version_of("Vulkan 1.3"), 0));
    return ocl_report_close(report);
}
