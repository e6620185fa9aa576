// SPDX-License-Identifier: MIT
//
// read_write_image_partner - exercise 4 of read_write_image: the partners of a sorting network.
//
//     cmake --build build --target exercise_read_write_image_partner
//     build/exercises/read_write_image_partner

#include "ocl.h"

// `sorted` pixels are in order after this part of the network; `reach` halves from sorted / 2
// to 1.
static int partner(int x, int sorted, int reach)
{
    //: skeleton
    //: (void)sorted;
    //: return x ^ reach;    // Exercise 4 of read_write_image: the first step is another one.
    //: solution
    return x ^ (reach == sorted / 2 ? sorted - 1 : reach);
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "read_write_image_partner",
                              .summary = "The partners of a sorting network.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "0 of 8, first step",
                      ocl_verify_equal("0 of 8, first step", partner(0, 8, 4), 7));
    ocl_report_result(report, "5 of 8, first step",
                      ocl_verify_equal("5 of 8, first step", partner(5, 8, 4), 2));
    ocl_report_result(report, "5 of 8, over 2",
                      ocl_verify_equal("5 of 8, over 2", partner(5, 8, 2), 7));
    ocl_report_result(report, "5 of 8, over 1",
                      ocl_verify_equal("5 of 8, over 1", partner(5, 8, 1), 4));
    ocl_report_result(report, "1 of 2", ocl_verify_equal("1 of 2", partner(1, 2, 1), 0));
    return ocl_report_close(report);
}
