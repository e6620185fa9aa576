// SPDX-License-Identifier: MIT
//
// data_types_order_skeleton - exercise 5 of data_types: the other byte order.
//
//     cp ch07_opencl_c/solutions/data_types_order_skeleton.c build/mine.c
//     cmake --build build --target mine && build/solutions/mine

#include "ocl.h"

static cl_uint turn_round(cl_uint x)
{
    return x << 16 | x >> 16;    // Exercise 5 of data_types: these are the halves.
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "data_types_order",
                              .summary = "The other byte order.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "0x04030201",
                      ocl_verify_equal("0x04030201", turn_round(0x04030201), 16909060));
    ocl_report_result(report, "1", ocl_verify_equal("1", turn_round(1), 16777216));
    return ocl_report_close(report);
}
