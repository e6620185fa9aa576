// SPDX-License-Identifier: MIT
//
// vectors_packed - exercise 4 of vectors: three components take the room of four.
//
//     cmake --build build --target exercise_vectors_packed
//     build/exercises/vectors_packed

#include "ocl.h"

// In floats: where component c of point i stands for a `global float3 *`.
static size_t at(size_t i, size_t c)
{
    //: skeleton
    //: return 3 * i + c;    // Exercise 4 of vectors: this is where vload3 looks.
    //: solution
    return 4 * i + c;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "vectors_packed",
                              .summary = "Three components take the room of four.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "y of point 0",
                      ocl_verify_equal("y of point 0", (long long)at(0, 1), 1));
    ocl_report_result(report, "x of point 1",
                      ocl_verify_equal("x of point 1", (long long)at(1, 0), 4));
    ocl_report_result(report, "z of point 10",
                      ocl_verify_equal("z of point 10", (long long)at(10, 2), 42));
    return ocl_report_close(report);
}
