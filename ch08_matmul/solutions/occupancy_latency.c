// SPDX-License-Identifier: MIT
//
// occupancy_latency - exercise 6 of occupancy: how many hide a load.
//
//     cmake --build build --target exercise_occupancy_latency
//     build/exercises/occupancy_latency

#include "ocl.h"

// `wait` cycles per load, `work` cycles between two loads.
static int needed(int wait, int work)
{
    //: skeleton
    //: return wait / work;    // Exercise 6 of occupancy: who waits does not work.
    //: solution
    return (wait + work - 1) / work + 1;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "occupancy_latency",
                              .summary = "How many hide a load.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "400 and 20", ocl_verify_equal("400 and 20", needed(400, 20), 21));
    ocl_report_result(report, "400 and 150", ocl_verify_equal("400 and 150", needed(400, 150), 4));
    return ocl_report_close(report);
}
