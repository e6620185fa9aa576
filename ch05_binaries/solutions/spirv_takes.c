// SPDX-License-Identifier: MIT
//
// spirv_takes - exercise 3 of spirv: whether a device takes a version of SPIR-V.
//
//     cmake --build build --target exercise_spirv_takes
//     build/exercises/spirv_takes

#include "ocl.h"

// `versions` is what a device answers: "SPIR-V_1.0 SPIR-V_1.1".
static bool takes(const char *versions, int major, int minor)
{
    char name[32];
    snprintf(name, sizeof name, "SPIR-V_%d.%d", major, minor);
    //: skeleton
    //: return strstr(versions, name) != NULL;    // Exercise 3 of spirv: 1.1 is in 1.10, too.
    //: solution
    const size_t length = strlen(name);
    for (const char *at = versions; (at = strstr(at, name)) != NULL; at += length)
        if (at[length] == '\0' || at[length] == ' ') return true;
    return false;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "spirv_takes",
                              .summary = "Whether a device takes a version of SPIR-V.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "1.1 of 1.0, 1.1",
                      ocl_verify_equal("first", takes("SPIR-V_1.0 SPIR-V_1.1", 1, 1), true));
    ocl_report_result(report, "1.1 of 1.0, 1.10",
                      ocl_verify_equal("second", takes("SPIR-V_1.0 SPIR-V_1.10", 1, 1), false));
    ocl_report_result(report, "1.1 of 1.10, 1.1",
                      ocl_verify_equal("third", takes("SPIR-V_1.10 SPIR-V_1.1", 1, 1), true));
    ocl_report_result(report, "1.0 of nothing", ocl_verify_equal("fourth", takes("", 1, 0), false));
    return ocl_report_close(report);
}
