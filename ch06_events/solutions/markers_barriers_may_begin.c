// SPDX-License-Identifier: MIT
//
// markers_barriers_may_begin - exercise 4 of markers_barriers: what a command waits for.
//
//     cmake --build build --target exercise_markers_barriers_may_begin
//     build/exercises/markers_barriers_may_begin

#include "ocl.h"

enum { KERNEL, BARRIER, MARKER };

// Without wait lists.  Command c waits for these directly.
static unsigned waits_for(const int *kinds, int c)
{
    unsigned all_before = (1u << c) - 1;
    if (kinds[c] == BARRIER || kinds[c] == MARKER) return all_before;
    //: skeleton
    //: // Exercise 4 of markers_barriers: nothing waits for a marker, and what about barriers?
    //: for (int other = c - 1; other >= 0; other--)
    //:     if (kinds[other] == MARKER) return 1u << other;
    //: solution
    for (int other = c - 1; other >= 0; other--)
        if (kinds[other] == BARRIER) return 1u << other;
    //: end
    return 0;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "markers_barriers_may_begin",
                              .summary = "What a command waits for.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    const int kinds[] = { KERNEL, BARRIER, KERNEL, MARKER, KERNEL };
    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "the first kernel",
                      ocl_verify_equal("the first kernel", waits_for(kinds, 0), 0));
    ocl_report_result(report, "the barrier",
                      ocl_verify_equal("the barrier", waits_for(kinds, 1), 1));
    ocl_report_result(report, "the second kernel",
                      ocl_verify_equal("the second kernel", waits_for(kinds, 2), 2));
    ocl_report_result(report, "the marker", ocl_verify_equal("the marker", waits_for(kinds, 3), 7));
    ocl_report_result(report, "the third kernel",
                      ocl_verify_equal("the third kernel", waits_for(kinds, 4), 2));
    return ocl_report_close(report);
}
