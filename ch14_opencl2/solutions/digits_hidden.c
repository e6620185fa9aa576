// SPDX-License-Identifier: MIT
//
// digits_hidden - exercise 6 of digits: a hidden unit.
//
//     cmake --build build --target exercise_digits_hidden
//     build/exercises/digits_hidden

#include "ocl.h"

static int hidden(int sum, int shift)
{
    //: skeleton
    //: return sum >> shift;    // Exercise 6 of digits: 0 to 255.
    //: solution
    const int positive = sum > 0 ? sum : 0;
    return positive >> shift < 255 ? positive >> shift : 255;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "digits_hidden", .summary = "A hidden unit.", .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "0", ocl_verify_equal("0", hidden(0, 6), 0));
    ocl_report_result(report, "-5000", ocl_verify_equal("-5000", hidden(-5000, 6), 0));
    ocl_report_result(report, "640", ocl_verify_equal("640", hidden(640, 6), 10));
    ocl_report_result(report, "130048", ocl_verify_equal("130048", hidden(130048, 6), 255));
    return ocl_report_close(report);
}
