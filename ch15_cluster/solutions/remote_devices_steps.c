// SPDX-License-Identifier: MIT
//
// remote_devices_steps - exercise 5 of remote_devices: steps per second.
//
//     cp ch15_cluster/solutions/remote_devices_steps_skeleton.c build/mine.c
//     cmake --build build --target mine && build/solutions/mine

#include "ocl.h"

static int steps(int sent, int delay)
{
    (void)sent;
    return 1000000 / (2 * delay);
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
