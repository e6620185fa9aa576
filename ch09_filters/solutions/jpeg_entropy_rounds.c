// SPDX-License-Identifier: MIT
//
// jpeg_entropy_rounds - exercise 6 of jpeg_entropy: rounds until nothing changes.
//
//     cp ch09_filters/solutions/jpeg_entropy_rounds_skeleton.c build/mine.c
//     cmake --build build --target mine && build/solutions/mine

#include "ocl.h"

static int rounds(const bool *is_right, int count)
{
    int row = 0, longest = 0;
    for (int i = 0; i < count; i++) {
        row = is_right[i] ? 0 : row + 1;
        if (row > longest) longest = row;
    }
    return longest + 1;
}

static const bool A[] = { true, false, true, false, false, true }, B[] = { true, true, true };

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "jpeg_entropy_rounds",
                              .summary = "Rounds until nothing changes.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "all right", ocl_verify_equal("all right", rounds(B, 3), 1));
    ocl_report_result(report, "one and two wrong",
                      ocl_verify_equal("one and two wrong", rounds(A, 6), 3));
    ocl_report_result(report, "one wrong", ocl_verify_equal("one wrong", rounds(A, 3), 2));
    return ocl_report_close(report);
}
