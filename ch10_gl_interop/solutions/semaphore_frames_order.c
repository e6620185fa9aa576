// SPDX-License-Identifier: MIT
//
// semaphore_frames_order - exercise 4 of semaphore_frames: two semaphores for all frames.
//
//     cmake --build build --target exercise_semaphore_frames_order
//     build/exercises/semaphore_frames_order

#include "ocl.h"

static bool empty = true, full = false;

static bool make_frame(void)
{
    //: skeleton
    //: full = true;    // Exercise 4 of semaphore_frames: may it?
    //: solution
    if (!empty) return false;
    empty = false;
    full = true;
    //: end
    return true;
}

static bool add_frame(void)
{
    if (!full) return false;
    full = false;
    empty = true;
    return true;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "semaphore_frames_order",
                              .summary = "Two semaphores for all frames.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "nothing to add", ocl_verify_equal("nothing to add", add_frame(), 0));
    ocl_report_result(report, "the first frame",
                      ocl_verify_equal("the first frame", make_frame(), 1));
    ocl_report_result(report, "not yet the next",
                      ocl_verify_equal("not yet the next", make_frame(), 0));
    ocl_report_result(report, "it is added", ocl_verify_equal("it is added", add_frame(), 1));
    ocl_report_result(report, "the next frame",
                      ocl_verify_equal("the next frame", make_frame() && !empty, 1));
    return ocl_report_close(report);
}
