// SPDX-License-Identifier: MIT
//
// jpeg_entropy_rounds - exercise 6 of jpeg_entropy: rounds until nothing changes.
//
//     cmake --build build --target exercise_jpeg_entropy_rounds
//     build/exercises/jpeg_entropy_rounds

#include "ocl.h"

static int rounds(const bool *is_right, int count)
{
    //: skeleton
    //: int wrong = 0;
    //: for (int i = 0; i < count; i++)
    //:     wrong += !is_right[i];
    //: return wrong + 1;    // Exercise 6 of jpeg_entropy: rows of wrong guesses change together.
    //: solution
    int row = 0, longest = 0;
    for (int i = 0; i < count; i++) {
        row = is_right[i] ? 0 : row + 1;
        if (row > longest) longest = row;
    }
    return longest + 1;
    //: end
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
