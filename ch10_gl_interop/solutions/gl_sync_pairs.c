// SPDX-License-Identifier: MIT
//
// gl_sync_pairs - exercise 5 of gl_sync: two pairs of buffers.
//
//     cp ch10_gl_interop/solutions/gl_sync_pairs_skeleton.c build/mine.c
//     cmake --build build --target mine && build/solutions/mine

#include "ocl.h"

static int pair(int frame, int pairs)
{
    return frame % pairs;
}

static int wait_for(int frame, int pairs)
{
    return frame < pairs ? -1 : frame - pairs;
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
