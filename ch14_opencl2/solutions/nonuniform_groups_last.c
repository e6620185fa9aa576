// SPDX-License-Identifier: MIT
//
// nonuniform_groups_last - exercise 5 of nonuniform_groups: the last work-group.
//
//     cmake --build build --target exercise_nonuniform_groups_last
//     build/exercises/nonuniform_groups_last

#include "ocl.h"

static int last(int n, int size)
{
    //: skeleton
    //: return n % size;    // Exercise 5 of nonuniform_groups: none?
    //: solution
    return (n - 1) % size + 1;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "nonuniform_groups_last",
                              .summary = "The last work-group.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "100 by 16", ocl_verify_equal("100 by 16", last(100, 16), 4));
    ocl_report_result(report, "96 by 16", ocl_verify_equal("96 by 16", last(96, 16), 16));
    ocl_report_result(report, "5 by 16", ocl_verify_equal("5 by 16", last(5, 16), 5));
    ocl_report_result(report, "17 by 1", ocl_verify_equal("17 by 1", last(17, 1), 1));
    return ocl_report_close(report);
}
