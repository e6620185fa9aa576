// SPDX-License-Identifier: MIT
//
// remote_devices_steps - exercise 4 of remote_devices: steps per second.
//
//     cmake --build build --target exercise_remote_devices_steps
//     build/exercises/remote_devices_steps

#include "ocl.h"

static int steps(int sent, int delay)
{
    //: skeleton
    //: return 1000000 / (2 * delay * (sent + 1));    // Exercise 4 of remote_devices: do they wait?
    //: solution
    (void)sent;
    return 1000000 / (2 * delay);
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "remote_devices_steps",
                              .summary = "Steps per second.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "no other message",
                      ocl_verify_equal("no other message", steps(0, 5000), 100));
    ocl_report_result(report, "three others",
                      ocl_verify_equal("three others", steps(3, 5000), 100));
    ocl_report_result(report, "a shorter cable",
                      ocl_verify_equal("a shorter cable", steps(3, 50), 10000));
    return ocl_report_close(report);
}
