// SPDX-License-Identifier: MIT
//
// command_buffer_queues_share - exercise 5 of command_buffer_queues: launches for several queues.
//
//     cmake --build build --target exercise_command_buffer_queues_share
//     build/exercises/command_buffer_queues_share

#include "ocl.h"

static int share(int launches, int queues, int q)
{
    //: skeleton
    //: (void)q;
    //: return launches / queues;    // Exercise 5 of command_buffer_queues: what is left over?
    //: solution
    return launches / queues + (q < launches % queues);
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "command_buffer_queues_share",
                              .summary = "Launches for several queues.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "queue 0 of 3, 10 launches",
                      ocl_verify_equal("queue 0 of 3, 10 launches", share(10, 3, 0), 4));
    ocl_report_result(report, "queue 1 of 3, 10 launches",
                      ocl_verify_equal("queue 1 of 3, 10 launches", share(10, 3, 1), 3));
    ocl_report_result(report, "queue 1 of 4, 1 launch",
                      ocl_verify_equal("queue 1 of 4, 1 launch", share(1, 4, 1), 0));
    ocl_report_result(report, "queue 0 of 4, 1 launch",
                      ocl_verify_equal("queue 0 of 4, 1 launch", share(1, 4, 0), 1));
    ocl_report_result(report, "queue 3 of 4, 8 launches",
                      ocl_verify_equal("queue 3 of 4, 8 launches", share(8, 4, 3), 2));
    return ocl_report_close(report);
}
