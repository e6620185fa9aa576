// SPDX-License-Identifier: MIT
//
// layer_tenth - exercise 6 of layer: the tenth call fails.
//
//     cmake --build build --target exercise_layer_tenth
//     build/exercises/layer_tenth

#include "ocl.h"

static int count;

// Returns whether there is an object.
static bool create(int *status)
{
    //: skeleton
    //: count++;
    //: if (status != NULL) *status = 0;    // Exercise 6 of layer: the tenth call.
    //: return true;
    //: solution
    const bool fails = ++count == 10;
    if (status != NULL) *status = fails ? -5 : 0;
    return !fails;
    //: end
}

static int status_of_call(int number)
{
    int status = 1;
    count = number - 1;
    create(&status);
    return status;
}

static bool is_made(int number)
{
    count = number - 1;
    return create(NULL);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "layer_tenth",
                              .summary = "The tenth call fails.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "call 9", ocl_verify_equal("call 9", status_of_call(9), 0));
    ocl_report_result(report, "call 10", ocl_verify_equal("call 10", status_of_call(10), -5));
    ocl_report_result(report, "call 11", ocl_verify_equal("call 11", status_of_call(11), 0));
    ocl_report_result(report, "call 10 without a status",
                      ocl_verify_equal("call 10 without a status", is_made(10), 0));
    return ocl_report_close(report);
}
