// SPDX-License-Identifier: MIT
//
// overlap_tuned_block_count - exercise 5 of overlap_tuned: the best number of blocks.
//
//     cp ch06_events/solutions/overlap_tuned_block_count_skeleton.c build/mine.c
//     cmake --build build --target mine && build/solutions/mine

#include "ocl.h"

// In milliseconds: three stages of `stage` ms in all, cut into blocks.  Each command costs `start`.
static double time_of(double stage, double start, int blocks)
{
    return (blocks + 2) * (stage / blocks + start);
}

static int best_blocks(double stage, double start)
{
    int best = 1;
    for (int blocks = 2; blocks <= 1000; blocks++)
        if (time_of(stage, start, blocks) < time_of(stage, start, best)) best = blocks;
    return best;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "overlap_tuned_block_count",
                              .summary = "The best number of blocks.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "10 ms, 0.2 ms",
                      ocl_verify_equal("10 ms, 0.2 ms", best_blocks(10, 0.2), 10));
    ocl_report_result(report, "8 ms, 1 ms", ocl_verify_equal("8 ms, 1 ms", best_blocks(8, 1), 4));
    return ocl_report_close(report);
}
