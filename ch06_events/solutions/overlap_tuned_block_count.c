// SPDX-License-Identifier: MIT
//
// overlap_tuned_block_count - exercise 5 of overlap_tuned: the best number of blocks.
//
//     cmake --build build --target exercise_overlap_tuned_block_count
//     build/exercises/overlap_tuned_block_count

#include "ocl.h"

// In milliseconds: three stages of `stage` ms in all, cut into blocks.  Each command costs `start`.
static double time_of(double stage, double start, int blocks)
{
    return (blocks + 2) * (stage / blocks + start);
}

static int best_blocks(double stage, double start)
{
    int best = 1;
    //: skeleton
    //: // Exercise 5 of overlap_tuned: as many as possible is not the best.
    //: for (int blocks = 2; blocks <= 1000; blocks++)
    //:     best = blocks;
    //: (void)time_of(stage, start, best);
    //: solution
    for (int blocks = 2; blocks <= 1000; blocks++)
        if (time_of(stage, start, blocks) < time_of(stage, start, best)) best = blocks;
    //: end
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
