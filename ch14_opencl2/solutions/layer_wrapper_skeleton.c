// SPDX-License-Identifier: MIT
//
// layer_wrapper_skeleton - exercise 5 of layer: a function in between.
//
//     cp ch14_opencl2/solutions/layer_wrapper_skeleton.c build/mine.c
//     cmake --build build --target mine && build/solutions/mine

#include "ocl.h"

static int driver(int x)
{
    return 3 * x;
}

static int (*table)(int) = driver;
static int calls;

static void install(void)
{
    // Exercise 5 of layer: keep what is in the table, and put the wrapper there.
}

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
