// SPDX-License-Identifier: MIT
//
// builtin_kernels_count - exercise 5 of builtin_kernels: how many names a list has.
//
//     cmake --build build --target exercise_builtin_kernels_count
//     build/exercises/builtin_kernels_count

#include "ocl.h"

static int count_names(const char *list)
{
    //: skeleton
    //: int count = 0;    // Exercise 5 of builtin_kernels: these are the semicolons.
    //: solution
    int count = list[0] != '\0';
    //: end
    for (const char *at = list; *at; at++)
        count += *at == ';';
    return count;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "builtin_kernels_count",
                              .summary = "How many names a list has.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "two", ocl_verify_equal("two", count_names("add;mul"), 2));
    ocl_report_result(report, "one", ocl_verify_equal("one", count_names("add"), 1));
    ocl_report_result(report, "none", ocl_verify_equal("none", count_names(""), 0));
    return ocl_report_close(report);
}
