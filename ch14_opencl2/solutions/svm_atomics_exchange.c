// SPDX-License-Identifier: MIT
//
// svm_atomics_exchange - exercise 6 of svm_atomics: what a compare-exchange does.
//
//     cmake --build build --target exercise_svm_atomics_exchange
//     build/exercises/svm_atomics_exchange

#include "ocl.h"

static bool compare_exchange(int *object, int *expected, int desired)
{
    //: skeleton
    //: if (*object != *expected) return false;    // Exercise 6 of svm_atomics: what was found?
    //: solution
    if (*object != *expected) {
        *expected = *object;
        return false;
    }
    //: end
    *object = desired;
    return true;
}

static int object = 5, expected = 4;

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "svm_atomics_exchange",
                              .summary = "What a compare-exchange does.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(
        report, "another number",
        ocl_verify_equal("another number", compare_exchange(&object, &expected, 9), 0));
    ocl_report_result(report, "it stays", ocl_verify_equal("it stays", object, 5));
    ocl_report_result(report, "what was found", ocl_verify_equal("what was found", expected, 5));
    ocl_report_result(report, "once more",
                      ocl_verify_equal("once more", compare_exchange(&object, &expected, 9), 1));
    ocl_report_result(report, "the new one", ocl_verify_equal("the new one", object, 9));
    return ocl_report_close(report);
}
