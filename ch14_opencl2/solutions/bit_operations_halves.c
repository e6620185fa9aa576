// SPDX-License-Identifier: MIT
//
// bit_operations_halves - exercise 5 of bit_operations: trailing zeros in five steps.
//
//     cmake --build build --target exercise_bit_operations_halves
//     build/exercises/bit_operations_halves

#include "ocl.h"

// How many zeros follow the lowest 1 of x.  x is not 0.
static int trailing_zeros(uint32_t x)
{
    int count = 0;
    //: skeleton
    //: for (int half = 16; half >= 4; half /= 2) {    // Exercise 5 of bit_operations: all steps?
    //:     if ((x & ((UINT32_C(1) << half) - 1)) != 0) continue;
    //:     count += half;
    //:     x >>= half;
    //: }
    //: solution
    for (int half = 16; half >= 1; half /= 2) {
        if ((x & ((UINT32_C(1) << half) - 1)) != 0) continue;
        count += half;
        x >>= half;
    }
    //: end
    return count;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "bit_operations_halves",
                              .summary = "Trailing zeros in five steps.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "1", ocl_verify_equal("1", trailing_zeros(1), 0));
    ocl_report_result(report, "2", ocl_verify_equal("2", trailing_zeros(2), 1));
    ocl_report_result(report, "96", ocl_verify_equal("96", trailing_zeros(96), 5));
    ocl_report_result(report, "65536", ocl_verify_equal("65536", trailing_zeros(65536), 16));
    ocl_report_result(report, "the highest bit",
                      ocl_verify_equal("the highest bit", trailing_zeros(UINT32_C(1) << 31), 31));
    return ocl_report_close(report);
}
