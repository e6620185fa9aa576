// SPDX-License-Identifier: MIT
//
// device_address_lists_round - exercise 5 of device_address_lists: a list that never ends.
//
//     cmake --build build --target exercise_device_address_lists_round
//     build/exercises/device_address_lists_round

#include "ocl.h"

// next[p] is the place of the piece behind p, and -1 behind the last one.
static bool has_end(const int *next, int first)
{
    int slow = first, fast = first;
    while (fast != -1 && next[fast] != -1) {
        slow = next[slow];
        fast = next[next[fast]];
        //: skeleton
        //: if (fast == first) return false;    // Exercise 5 of device_address_lists: any meeting.
        //: if (slow == fast) break;
        //: solution
        if (slow == fast) return false;
        //: end
    }
    return true;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "device_address_lists_round",
                              .summary = "A list that never ends.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "one piece",
                      ocl_verify_equal("one piece", has_end((int[]){ -1 }, 0), 1));
    ocl_report_result(report, "three pieces",
                      ocl_verify_equal("three pieces", has_end((int[]){ 2, -1, 1 }, 0), 1));
    ocl_report_result(report, "a ring of two",
                      ocl_verify_equal("a ring of two", has_end((int[]){ 1, 0 }, 0), 0));
    ocl_report_result(report, "back to the second",
                      ocl_verify_equal("back to the second", has_end((int[]){ 1, 2, 1 }, 0), 0));
    return ocl_report_close(report);
}
