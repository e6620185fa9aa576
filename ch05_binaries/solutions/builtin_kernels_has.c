// SPDX-License-Identifier: MIT
//
// builtin_kernels_has - exercise 4 of builtin_kernels: a name in a list.
//
//     cmake --build build --target exercise_builtin_kernels_has
//     build/exercises/builtin_kernels_has

#include "ocl.h"

static bool has_name(const char *list, const char *name)
{
    //: skeleton
    //: return strstr(list, name) != NULL;    // Exercise 4 of builtin_kernels: also parts of names.
    //: solution
    const size_t length = strlen(name);
    for (const char *at = list; at; at = strchr(at, ';'), at = at ? at + 1 : NULL)
        if (strncmp(at, name, length) == 0 && (at[length] == ';' || at[length] == '\0'))
            return true;
    return false;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "builtin_kernels_has",
                              .summary = "A name in a list.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(
        report, "the first",
        ocl_verify_equal("the first", has_name("pocl.add.i8;mul", "pocl.add.i8"), true));
    ocl_report_result(report, "the last",
                      ocl_verify_equal("the last", has_name("pocl.add.i8;mul", "mul"), true));
    ocl_report_result(report, "a part",
                      ocl_verify_equal("a part", has_name("pocl.add.i8;mul", "add"), false));
    ocl_report_result(report, "a beginning",
                      ocl_verify_equal("a beginning", has_name("pocl.add.i8;mul", "pocl"), false));
    return ocl_report_close(report);
}
