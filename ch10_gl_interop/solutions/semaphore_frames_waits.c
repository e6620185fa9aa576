// SPDX-License-Identifier: MIT
//
// semaphore_frames_waits - exercise 5 of semaphore_frames: how often the host waits.
//
//     cmake --build build --target exercise_semaphore_frames_waits
//     build/exercises/semaphore_frames_waits

#include "ocl.h"

static int saved(int frames)
{
    //: skeleton
    //: return frames - 1;    // Exercise 5 of semaphore_frames: two commands per frame.
    //: solution
    return 2 * frames - 1;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "semaphore_frames_waits",
                              .summary = "How often the host waits.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "1 frame", ocl_verify_equal("1 frame", saved(1), 1));
    ocl_report_result(report, "100 frames", ocl_verify_equal("100 frames", saved(100), 199));
    return ocl_report_close(report);
}
