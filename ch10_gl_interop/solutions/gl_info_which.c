// SPDX-License-Identifier: MIT
//
// gl_info_which - exercise 6 of gl_info: the first device that can share.
//
//     cmake --build build --target exercise_gl_info_which
//     build/exercises/gl_info_which

#include "ocl.h"

static int first_with(const char *const *lists, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        //: skeleton
        //: for (const char *at = lists[i]; (at = strstr(at, name)) != NULL; at++)
        //:     return i;    // Exercise 6 of gl_info: the whole name.
        //: solution
        for (const char *at = lists[i]; (at = strstr(at, name)) != NULL; at++) {
            const char behind = at[strlen(name)];
            if ((at == lists[i] || at[-1] == ' ') && (behind == ' ' || behind == 0)) return i;
        }
    //: end
    return -1;
}

static const char *const LISTS[] = { "cl_khr_icd", "cl_khr_gl_sharing_plus",
                                     "cl_khr_icd cl_khr_gl_sharing" };

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "gl_info_which",
                              .summary = "The first device that can share.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "of three",
                      ocl_verify_equal("of three", first_with(LISTS, 3, "cl_khr_gl_sharing"), 2));
    ocl_report_result(report, "of two",
                      ocl_verify_equal("of two", first_with(LISTS, 2, "cl_khr_gl_sharing"), -1));
    ocl_report_result(report, "another name",
                      ocl_verify_equal("another name", first_with(LISTS, 3, "cl_khr_icd"), 0));
    return ocl_report_close(report);
}
