// SPDX-License-Identifier: MIT
//
// memory_orders_message - exercise 5 of memory_orders: which answers of message passing are
// allowed?
//
//     cmake --build build --target exercise_memory_orders_message
//     build/exercises/memory_orders_message

#include "ocl.h"

static bool is_allowed(bool flag, bool data)
{
    //: skeleton
    //: return flag == data;    // Exercise 5 of memory_orders: one more is allowed.
    //: solution
    return !flag || data;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "memory_orders_message",
                              .summary = "Which answers of message passing are allowed?",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "nothing yet",
                      ocl_verify_equal("nothing yet", is_allowed(false, false), 1));
    ocl_report_result(report, "data without the flag",
                      ocl_verify_equal("data without the flag", is_allowed(false, true), 1));
    ocl_report_result(report, "the flag without data",
                      ocl_verify_equal("the flag without data", is_allowed(true, false), 0));
    ocl_report_result(report, "both", ocl_verify_equal("both", is_allowed(true, true), 1));
    return ocl_report_close(report);
}
