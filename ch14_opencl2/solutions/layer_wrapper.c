// SPDX-License-Identifier: MIT
//
// layer_wrapper - exercise 5 of layer: a function in between.
//
//     cmake --build build --target exercise_layer_wrapper
//     build/exercises/layer_wrapper

#include "ocl.h"

static int driver(int x)
{
    return 3 * x;
}

static int (*table)(int) = driver;
//: skeleton
//: static int calls;
//:
//: static void install(void)
//: {
//:     // Exercise 5 of layer: keep what is in the table, and put the wrapper there.
//: }
//: solution
static int (*next)(int);
static int calls;

static int wrapper(int x)
{
    calls++;
    return next(x);
}

static void install(void)
{
    next = table;
    table = wrapper;
}
//: end

static int call(int x)
{
    return table(x);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "layer_wrapper",
                              .summary = "A function in between.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "before", ocl_verify_equal("before", call(2), 6));
    ocl_report_result(report, "not counted", ocl_verify_equal("not counted", calls, 0));
    ocl_report_result(report, "after", ocl_verify_equal("after", (install(), call(5)), 15));
    ocl_report_result(report, "counted", ocl_verify_equal("counted", calls, 1));
    return ocl_report_close(report);
}
