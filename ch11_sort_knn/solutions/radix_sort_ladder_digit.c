// SPDX-License-Identifier: MIT
//
// radix_sort_ladder_digit - exercise 5 of radix_sort_ladder: a digit of a key.
//
//     cmake --build build --target exercise_radix_sort_ladder_digit
//     build/exercises/radix_sort_ladder_digit

#include "ocl.h"

static uint32_t digit(uint32_t key, unsigned d, unsigned bits)
{
    //: skeleton
    //: return key >> d & ((1u << bits) - 1);    // Exercise 5 of radix_sort_ladder: by one bit only.
    //: solution
    return key >> d * bits & ((1u << bits) - 1);
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "radix_sort_ladder_digit",
                              .summary = "A digit of a key.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "lowest, 8 bits",
                      ocl_verify_equal("lowest, 8 bits", digit(0x12345678, 0, 8), 120));
    ocl_report_result(report, "highest, 8 bits",
                      ocl_verify_equal("highest, 8 bits", digit(0x12345678, 3, 8), 18));
    ocl_report_result(report, "third, 5 bits",
                      ocl_verify_equal("third, 5 bits", digit(0x12345678, 2, 5), 21));
    return ocl_report_close(report);
}
