// SPDX-License-Identifier: MIT
//
// image_equalize_table - exercise 5 of image_equalize: the new values of an equalised picture.
//
//     cmake --build build --target exercise_image_equalize_table
//     build/exercises/image_equalize_table

#include "ocl.h"

// cdf: how many pixels have this value or a lower one.  least: how many have the lowest value.
static int new_value(int cdf, int least, int n)
{
    //: skeleton
    //: return 255 * cdf / n + 0 * least;    // Exercise 5 of image_equalize: the lowest becomes 127.
    //: solution
    return (2 * 255 * (cdf - least) + n - least) / (2 * (n - least));
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "image_equalize_table",
                              .summary = "The new values of an equalised picture.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "10", ocl_verify_equal("10", new_value(2, 2, 4), 0));
    ocl_report_result(report, "20", ocl_verify_equal("20", new_value(3, 2, 4), 128));
    ocl_report_result(report, "30", ocl_verify_equal("30", new_value(4, 2, 4), 255));
    return ocl_report_close(report);
}
