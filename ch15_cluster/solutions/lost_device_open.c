// SPDX-License-Identifier: MIT
//
// lost_device_open - exercise 4 of lost_device: the next open piece.
//
//     cmake --build build --target exercise_lost_device_open
//     build/exercises/lost_device_open

#include "ocl.h"

enum { NOBODY = -1, PIECES = 4 };

static int next_piece(const bool *is_done, const int *owners, const bool *is_lost)
{
    for (int p = 0; p < PIECES; p++) {
        //: skeleton
        //: (void)is_lost;
        //: if (is_done[p]) continue;
        //: if (owners[p] == NOBODY) return p;    // Exercise 4 of lost_device: or whose?
        //: solution
        if (is_done[p]) continue;
        if (owners[p] == NOBODY || is_lost[owners[p]]) return p;
        //: end
    }
    return -1;
}

static const int OWNERS[PIECES] = { 0, 1, NOBODY, 0 };
static const bool NONE_LOST[2] = { false, false }, FIRST_LOST[2] = { true, false };
static const bool NONE_DONE[PIECES] = { false }, SOME_DONE[PIECES] = { true, true, true, false };

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "lost_device_open",
                              .summary = "The next open piece.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "all work",
                      ocl_verify_equal("all work", next_piece(NONE_DONE, OWNERS, NONE_LOST), 2));
    ocl_report_result(
        report, "the first one is lost",
        ocl_verify_equal("the first one is lost", next_piece(NONE_DONE, OWNERS, FIRST_LOST), 0));
    ocl_report_result(
        report, "nothing is free",
        ocl_verify_equal("nothing is free", next_piece(SOME_DONE, OWNERS, NONE_LOST), -1));
    ocl_report_result(
        report, "the last piece again",
        ocl_verify_equal("the last piece again", next_piece(SOME_DONE, OWNERS, FIRST_LOST), 3));
    return ocl_report_close(report);
}
