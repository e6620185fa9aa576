// SPDX-License-Identifier: MIT
//
// sub_group_functions_ballot - exercise 5 of sub_group_functions: the place of a work-item by a
// ballot.
//
//     cmake --build build --target exercise_sub_group_functions_ballot
//     build/exercises/sub_group_functions_ballot

#include "ocl.h"

static int ones(uint32_t bits)
{
    int count = 0;
    for (; bits != 0; bits &= bits - 1)
        count++;
    return count;
}

static int place(uint32_t ballot, int lane)
{
    //: skeleton
    //: (void)lane;
    //: return ones(ballot);    // Exercise 5 of sub_group_functions: those before the lane.
    //: solution
    return ones(ballot & ((UINT32_C(1) << lane) - 1));
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "sub_group_functions_ballot",
                              .summary = "The place of a work-item by a ballot.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "lane 0", ocl_verify_equal("lane 0", place(0xffffffff, 0), 0));
    ocl_report_result(report, "lane 31 of all",
                      ocl_verify_equal("lane 31 of all", place(0xffffffff, 31), 31));
    ocl_report_result(report, "lane 3 of 1, 2, 5",
                      ocl_verify_equal("lane 3 of 1, 2, 5", place(0x26, 3), 2));
    ocl_report_result(report, "lane 5 of 1, 2, 5",
                      ocl_verify_equal("lane 5 of 1, 2, 5", place(0x26, 5), 2));
    return ocl_report_close(report);
}
