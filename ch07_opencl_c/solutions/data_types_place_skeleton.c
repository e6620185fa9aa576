// SPDX-License-Identifier: MIT
//
// data_types_place_skeleton - exercise 4 of data_types: where fields stand.
//
//     cp ch07_opencl_c/solutions/data_types_place_skeleton.c build/mine.c
//     cmake --build build --target mine && build/solutions/mine

#include "ocl.h"

// The first place from `end` on that is a multiple of `align`.
static size_t place(size_t end, size_t align)
{
    return end / align * align;    // Exercise 4 of data_types: this is within the field before it.
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "data_types_place",
                              .summary = "Where fields stand.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "float behind uchar",
                      ocl_verify_equal("float behind uchar", (long long)place(1, 4), 4));
    ocl_report_result(report, "float3 behind float",
                      ocl_verify_equal("float3 behind float", (long long)place(8, 16), 16));
    ocl_report_result(report, "ushort behind float3",
                      ocl_verify_equal("ushort behind float3", (long long)place(32, 2), 32));
    return ocl_report_close(report);
}
