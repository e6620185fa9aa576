// SPDX-License-Identifier: MIT
//
// gl_sync_pairs - exercise 5 of gl_sync: two pairs of buffers.
//
//     cmake --build build --target exercise_gl_sync_pairs
//     build/exercises/gl_sync_pairs

#include "ocl.h"

static int pair(int frame, int pairs)
{
    return frame % pairs;
}

static int wait_for(int frame, int pairs)
{
    //: skeleton
    //: (void)pairs;
    //: return frame - 1;    // Exercise 5 of gl_sync: who had this pair before?
    //: solution
    return frame < pairs ? -1 : frame - pairs;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "gl_sync_pairs",
                              .summary = "Two pairs of buffers.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "the pair of frame 5",
                      ocl_verify_equal("the pair of frame 5", pair(5, 2), 1));
    ocl_report_result(report, "frame 5 of 2 pairs",
                      ocl_verify_equal("frame 5 of 2 pairs", wait_for(5, 2), 3));
    ocl_report_result(report, "frame 1 of 2 pairs",
                      ocl_verify_equal("frame 1 of 2 pairs", wait_for(1, 2), -1));
    ocl_report_result(report, "frame 3 of 1 pair",
                      ocl_verify_equal("frame 3 of 1 pair", wait_for(3, 1), 2));
    return ocl_report_close(report);
}
