// SPDX-License-Identifier: MIT
//
// unified_svm_starts - exercise 5 of unified_svm: where the rows begin.
//
//     cmake --build build --target exercise_unified_svm_starts
//     build/exercises/unified_svm_starts

#include "ocl.h"

static void fill(int *starts, const int *lengths, int rows)
{
    starts[0] = 0;
    for (int i = 0; i < rows; i++)
        //: skeleton
        //: starts[i + 1] = lengths[i];    // Exercise 5 of unified_svm: counted from where?
        //: solution
        starts[i + 1] = starts[i] + lengths[i];
    //: end
}

static int start(int i)
{
    const int lengths[] = { 3, 0, 5, 2 };
    int starts[5];
    fill(starts, lengths, 4);
    return starts[i];
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "unified_svm_starts",
                              .summary = "Where the rows begin.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "row 0", ocl_verify_equal("row 0", start(0), 0));
    ocl_report_result(report, "row 1", ocl_verify_equal("row 1", start(1), 3));
    ocl_report_result(report, "row 2", ocl_verify_equal("row 2", start(2), 3));
    ocl_report_result(report, "row 3", ocl_verify_equal("row 3", start(3), 8));
    ocl_report_result(report, "the end", ocl_verify_equal("the end", start(4), 10));
    return ocl_report_close(report);
}
