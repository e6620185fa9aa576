// SPDX-License-Identifier: MIT
//
// program_scope_static - exercise 5 of program_scope: a variable that only one function knows.
//
//     cmake --build build --target exercise_program_scope_static
//     build/exercises/program_scope_static

#include "ocl.h"

static int calls(void)
{
    //: skeleton
    //: int count = 0;    // Exercise 5 of program_scope: it ends with the call.
    //: solution
    static int count = 0;
    //: end
    return ++count;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "program_scope_static",
                              .summary = "A variable that only one function knows.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "the first call", ocl_verify_equal("the first call", calls(), 1));
    ocl_report_result(report, "the second call", ocl_verify_equal("the second call", calls(), 2));
    ocl_report_result(report, "the third call", ocl_verify_equal("the third call", calls(), 3));
    return ocl_report_close(report);
}
