// SPDX-License-Identifier: MIT
//
// data_types_place - exercise 3 of data_types: where fields stand.
//
//     cmake --build build --target exercise_data_types_place
//     build/exercises/data_types_place

#include "ocl.h"

// The first place from `end` on that is a multiple of `align`.
static size_t place(size_t end, size_t align)
{
    //: skeleton
    //: return end / align * align;    // Exercise 3 of data_types: this is within the field before it.
    //: solution
    return (end + align - 1) / align * align;
    //: end
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
