// SPDX-License-Identifier: MIT
//
// data_types_all_order - exercise 4 of data_types_all: the other byte order.
//
//     cmake --build build --target exercise_data_types_all_order
//     build/exercises/data_types_all_order

#include "ocl.h"

static cl_uint turn_round(cl_uint x)
{
    //: skeleton
    //: return x << 16 | x >> 16;    // Exercise 4 of data_types_all: these are the halves.
    //: solution
    return x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "data_types_all_order",
                              .summary = "The other byte order.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "0x04030201",
                      ocl_verify_equal("0x04030201", turn_round(0x04030201), 16909060));
    ocl_report_result(report, "1", ocl_verify_equal("1", turn_round(1), 16777216));
    return ocl_report_close(report);
}
