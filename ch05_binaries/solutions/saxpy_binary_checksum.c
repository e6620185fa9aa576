// SPDX-License-Identifier: MIT
//
// saxpy_binary_checksum - exercise 5 of saxpy_binary: a checksum that sees the order.
//
//     cmake --build build --target exercise_saxpy_binary_checksum
//     build/exercises/saxpy_binary_checksum

#include "ocl.h"

static uint32_t checksum(const unsigned char *bytes, size_t count)
{
    uint32_t sum = 0x811c9dc5;
    for (size_t i = 0; i < count; i++)
        //: skeleton
        //: sum += bytes[i];    // Exercise 5 of saxpy_binary: this does not see the order.
        //: solution
        sum = (sum ^ bytes[i]) * 0x01000193u;
    //: end
    return sum;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "saxpy_binary_checksum",
                              .summary = "A checksum that sees the order.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(
        report, "abc",
        ocl_verify_equal("abc", checksum((const unsigned char *)"abc", 3), 440920331));
    ocl_report_result(report, "nothing",
                      ocl_verify_equal("nothing", checksum(NULL, 0), 2166136261));
    return ocl_report_close(report);
}
