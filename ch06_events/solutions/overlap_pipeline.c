// SPDX-License-Identifier: MIT
//
// overlap_pipeline - exercise 3 of overlap: the time of a pipeline.
//
//     cmake --build build --target exercise_overlap_pipeline
//     build/exercises/overlap_pipeline

#include "ocl.h"

// Times of one block in each stage, in microseconds.
static int pipeline(int write, int compute, int read, int blocks)
{
    const int larger = write > compute ? write : compute;
    const int slowest = larger > read ? larger : read;
    //: skeleton
    //: (void)slowest;
    //: return blocks * (write + compute + read);    // Exercise 3 of overlap: nothing overlaps here.
    //: solution
    return write + compute + read + (blocks - 1) * slowest;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "overlap_pipeline",
                              .summary = "The time of a pipeline.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "one block",
                      ocl_verify_equal("one block", pipeline(20, 50, 30, 1), 100));
    ocl_report_result(report, "ten blocks",
                      ocl_verify_equal("ten blocks", pipeline(20, 50, 30, 10), 550));
    ocl_report_result(report, "slow reads",
                      ocl_verify_equal("slow reads", pipeline(10, 10, 40, 5), 220));
    return ocl_report_close(report);
}
