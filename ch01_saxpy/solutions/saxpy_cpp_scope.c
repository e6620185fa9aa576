// SPDX-License-Identifier: MIT
//
// saxpy_cpp_scope - exercise 4 of saxpy_cpp: a reference counter.
//
//     cmake --build build --target exercise_saxpy_cpp_scope
//     build/exercises/saxpy_cpp_scope

#include "ocl.h"

typedef struct {
    int references;
} object;

static void copy(object *o)
{
    o->references++;
}

// Whether nobody needs the object any more.
static bool close(object *o)
{
    //: skeleton
    //: o->references--;    // Exercise 4 of saxpy_cpp: this releases it too early.
    //: return true;
    //: solution
    return --o->references == 0;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "saxpy_cpp_scope",
                              .summary = "A reference counter.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    object o = { 1 };
    copy(&o);
    const bool first = close(&o), last = close(&o);
    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "the first of two",
                      ocl_verify_equal("the first of two", first, false));
    ocl_report_result(report, "the last", ocl_verify_equal("the last", last, true));
    return ocl_report_close(report);
}
