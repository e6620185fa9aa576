// SPDX-License-Identifier: MIT
//
// callback_blocks_number - exercise 4 of callback_blocks: a block's number from its address.
//
//     cmake --build build --target exercise_callback_blocks_number
//     build/exercises/callback_blocks_number

#include "ocl.h"

typedef struct {
    int values[100];
} block;

static ptrdiff_t number_of(const block *blocks, const void *user_data)
{
    //: skeleton
    //: // Exercise 4 of callback_blocks: these are bytes.
    //: return (const char *)user_data - (const char *)blocks;
    //: solution
    return (const block *)user_data - blocks;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "callback_blocks_number",
                              .summary = "A block's number from its address.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    static const block blocks[4];
    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "the first",
                      ocl_verify_equal("the first", (long long)number_of(blocks, &blocks[0]), 0));
    ocl_report_result(report, "the third",
                      ocl_verify_equal("the third", (long long)number_of(blocks, &blocks[2]), 2));
    return ocl_report_close(report);
}
