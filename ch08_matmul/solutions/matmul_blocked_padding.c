// SPDX-License-Identifier: MIT
//
// matmul_blocked_padding - exercise 7 of matmul_blocked: what padding costs.
//
//     cmake --build build --target exercise_matmul_blocked_padding
//     build/exercises/matmul_blocked_padding

#include "ocl.h"

static int padded(int rows, int tile)
{
    return (rows + tile - 1) / tile * tile;
}

// Of the padded work, rounded down.
static int wasted_percent(int rows, int tile)
{
    //: skeleton
    //: return 100 * rows / padded(rows, tile);    // Exercise 7 of matmul_blocked: this part is used.
    //: solution
    return 100 * (padded(rows, tile) - rows) / padded(rows, tile);
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "matmul_blocked_padding",
                              .summary = "What padding costs.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "4097 and 128",
                      ocl_verify_equal("4097 and 128", wasted_percent(4097, 128), 3));
    ocl_report_result(report, "129 and 128",
                      ocl_verify_equal("129 and 128", wasted_percent(129, 128), 49));
    ocl_report_result(report, "256 and 128",
                      ocl_verify_equal("256 and 128", wasted_percent(256, 128), 0));
    return ocl_report_close(report);
}
