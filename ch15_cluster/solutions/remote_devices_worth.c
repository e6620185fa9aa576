// SPDX-License-Identifier: MIT
//
// remote_devices_worth - exercise 3 of remote_devices: is a remote device worth it?
//
//     cmake --build build --target exercise_remote_devices_worth
//     build/exercises/remote_devices_worth

#include "ocl.h"

// In microseconds.
static int least(int travel, int faster)
{
    //: skeleton
    //: return travel * faster;    // Exercise 3 of remote_devices: local = local / faster + travel.
    //: solution
    return travel * faster / (faster - 1);
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "remote_devices_worth",
                              .summary = "Is a remote device worth it?",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "4 times as fast",
                      ocl_verify_equal("4 times as fast", least(1200, 4), 1600));
    ocl_report_result(report, "twice", ocl_verify_equal("twice", least(1000, 2), 2000));
    ocl_report_result(report, "11 times", ocl_verify_equal("11 times", least(1000, 11), 1100));
    return ocl_report_close(report);
}
