// SPDX-License-Identifier: MIT
//
// life_bits_count_skeleton - exercise 3 of life_bits: how many bits of a word are 1?
//
//     cp ch16_applications/solutions/life_bits_count_skeleton.c build/mine.c
//     cmake --build build --target mine && build/solutions/mine

#include "ocl.h"

static uint32_t count(uint32_t word)
{
    word = (word & 0x55555555) + (word >> 1 & 0x55555555);    // 16 sums of two bits
    // Exercise 3 of life_bits: there are 16 sums now.  Add them in pairs, until one is left.
    return (word & 0x0000ffff) + (word >> 16);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "life_bits_count_skeleton",
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
