// SPDX-License-Identifier: MIT
//
// jpeg_huffman_encode_size - exercise 7 of jpeg_huffman_encode: bits of a value.
//
//     cmake --build build --target exercise_jpeg_huffman_encode_size
//     build/exercises/jpeg_huffman_encode_size

#include "ocl.h"

static int bits(int v)
{
    int count = 0;
    //: skeleton
    //: for (; v > 0; v /= 2)    // Exercise 7 of jpeg_huffman_encode: a negative value.
    //:     count++;
    //: solution
    for (; v != 0; v /= 2)
        count++;
    //: end
    return count;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "jpeg_huffman_encode_size",
                              .summary = "Bits of a value.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "0", ocl_verify_equal("0", bits(0), 0));
    ocl_report_result(report, "1", ocl_verify_equal("1", bits(1), 1));
    ocl_report_result(report, "-1", ocl_verify_equal("-1", bits(-1), 1));
    ocl_report_result(report, "-3", ocl_verify_equal("-3", bits(-3), 2));
    ocl_report_result(report, "1024", ocl_verify_equal("1024", bits(1024), 11));
    return ocl_report_close(report);
}
