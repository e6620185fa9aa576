// SPDX-License-Identifier: MIT
//
// multi_queue_longest - exercise 4 of multi_queue: jobs on two queues.
//
//     cmake --build build --target exercise_multi_queue_longest
//     build/exercises/multi_queue_longest

#include "ocl.h"

// When the last of the jobs ends.
static int end_of_all(const int *jobs, size_t count)
{
    int free_at[2] = { 0, 0 };
    for (size_t i = 0; i < count; i++) {
        //: skeleton
        //: const int queue = i % 2;    // Exercise 4 of multi_queue: is this one free first?
        //: solution
        const int queue = free_at[1] < free_at[0];
        //: end
        free_at[queue] += jobs[i];
    }
    return free_at[0] > free_at[1] ? free_at[0] : free_at[1];
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "multi_queue_longest",
                              .summary = "Jobs on two queues.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(
        report, "in the given order",
        ocl_verify_equal("in the given order", end_of_all((int[]){ 2, 3, 2, 3, 8 }, 5), 12));
    ocl_report_result(
        report, "the longest first",
        ocl_verify_equal("the longest first", end_of_all((int[]){ 8, 3, 3, 2, 2 }, 5), 10));
    return ocl_report_close(report);
}
