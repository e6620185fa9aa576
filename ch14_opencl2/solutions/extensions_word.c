// SPDX-License-Identifier: MIT
//
// extensions_word - exercise 4 of extensions: a whole name in a list.
//
//     cmake --build build --target exercise_extensions_word
//     build/exercises/extensions_word

#include "ocl.h"

static bool has(const char *list, const char *name)
{
    //: skeleton
    //: return strstr(list, name) != NULL;    // Exercise 4 of extensions: a whole word.
    //: solution
    const size_t length = strlen(name);
    for (const char *at = list; (at = strstr(at, name)) != NULL; at += length)
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == 0)) return true;
    return false;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "extensions_word",
                              .summary = "A whole name in a list.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "the first",
                      ocl_verify_equal("the first", has("cl_a cl_b", "cl_a"), 1));
    ocl_report_result(report, "the last",
                      ocl_verify_equal("the last", has("cl_a cl_b", "cl_b"), 1));
    ocl_report_result(report, "a beginning",
                      ocl_verify_equal("a beginning", has("cl_abc cl_b", "cl_a"), 0));
    ocl_report_result(report, "an end", ocl_verify_equal("an end", has("xcl_a cl_b", "cl_a"), 0));
    ocl_report_result(report, "longer first",
                      ocl_verify_equal("longer first", has("cl_ab cl_a", "cl_a"), 1));
    return ocl_report_close(report);
}
