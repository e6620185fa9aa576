// SPDX-License-Identifier: MIT
//
// multi_context_in_turn - exercise 4 of multi_context: two copies in turn.
//
//     cmake --build build --target exercise_multi_context_in_turn
//     build/exercises/multi_context_in_turn

#include "ocl.h"

static int time_of(int r, int w, int parts)
{
    const int slower = r > w ? r : w;
    //: skeleton
    //: return parts * (r + w) + 0 * slower;    // Exercise 4 of multi_context: nothing overlaps here.
    //: solution
    return r + w + (parts - 1) * slower;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "multi_context_in_turn",
                              .summary = "Two copies in turn.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "one part", ocl_verify_equal("one part", time_of(30, 20, 1), 50));
    ocl_report_result(report, "four parts",
                      ocl_verify_equal("four parts", time_of(30, 20, 4), 140));
    return ocl_report_close(report);
}
