// SPDX-License-Identifier: MIT
//
// split_buffer_common - exercise 4 of split_buffer: an alignment for all devices.
//
//     cmake --build build --target exercise_split_buffer_common
//     build/exercises/split_buffer_common

#include "ocl.h"

static size_t common_alignment(size_t a, size_t b)
{
    //: skeleton
    //: return a + b;    // Exercise 4 of split_buffer: a multiple of both, as small as possible.
    //: solution
    size_t step = a;
    while (step % b != 0)
        step += a;
    return step;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "split_buffer_common",
                              .summary = "An alignment for all devices.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "128 and 512",
                      ocl_verify_equal("128 and 512", (long long)common_alignment(128, 512), 512));
    ocl_report_result(report, "128 and 384",
                      ocl_verify_equal("128 and 384", (long long)common_alignment(128, 384), 384));
    ocl_report_result(report, "96 and 64",
                      ocl_verify_equal("96 and 64", (long long)common_alignment(96, 64), 192));
    return ocl_report_close(report);
}
