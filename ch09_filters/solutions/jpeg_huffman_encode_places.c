// SPDX-License-Identifier: MIT
//
// jpeg_huffman_encode_places - exercise 8 of jpeg_huffman_encode: where the bits of a block
// begin.
//
//     cmake --build build --target exercise_jpeg_huffman_encode_places
//     build/exercises/jpeg_huffman_encode_places

#include "ocl.h"

static int begin_of(const int *lengths, int block)
{
    int sum = 0;
    //: skeleton
    //: for (int k = 0; k <= block; k++)    // Exercise 8 of jpeg_huffman_encode: its own bits, too?
    //:     sum += lengths[k];
    //: solution
    for (int k = 0; k < block; k++)
        sum += lengths[k];
    //: end
    return sum;
}

static const int LENGTHS[] = { 6, 31, 8, 100 };

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "jpeg_huffman_encode_places",
                              .summary = "Where the bits of a block begin.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "block 0", ocl_verify_equal("block 0", begin_of(LENGTHS, 0), 0));
    ocl_report_result(report, "block 1", ocl_verify_equal("block 1", begin_of(LENGTHS, 1), 6));
    ocl_report_result(report, "block 3", ocl_verify_equal("block 3", begin_of(LENGTHS, 3), 45));
    return ocl_report_close(report);
}
