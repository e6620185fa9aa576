// SPDX-License-Identifier: MIT
//
// life_bits_count - exercise 3 of life_bits: how many bits of a word are 1?
//
//     cmake --build build --target exercise_life_bits_count
//     build/exercises/life_bits_count

#include "ocl.h"

static uint32_t count(uint32_t word)
{
    word = (word & 0x55555555) + (word >> 1 & 0x55555555);    // 16 sums of two bits
    //: skeleton
    //: // Exercise 3 of life_bits: there are 16 sums now.  Add them in pairs, until one is left.
    //: solution
    word = (word & 0x33333333) + (word >> 2 & 0x33333333);    // 8 sums of four bits
    word = (word & 0x0f0f0f0f) + (word >> 4 & 0x0f0f0f0f);    // 4 sums of eight bits
    word = (word & 0x00ff00ff) + (word >> 8 & 0x00ff00ff);
    //: end
    return (word & 0x0000ffff) + (word >> 16);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "life_bits_count",
                              .summary = "How many bits of a word are 1?",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    const uint32_t got[] = { count(0), count(1), count(0x80000001), count(0xffffffff),
                             count(0x12345678) };
    const uint32_t want[] = { 0, 1, 2, 32, 13 };
    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "counts", ocl_verify_u32("counts", got, want, 5));
    return ocl_report_close(report);
}
