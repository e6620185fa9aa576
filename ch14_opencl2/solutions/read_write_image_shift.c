// SPDX-License-Identifier: MIT
//
// read_write_image_shift - exercise 5 of read_write_image: a row that moves in place.
//
//     cmake --build build --target exercise_read_write_image_shift
//     build/exercises/read_write_image_shift

#include "ocl.h"

static void shift(int *row, int count)
{
    //: skeleton
    //: for (int x = 1; x < count; x++)    // Exercise 5 of read_write_image: in which order?
    //:     row[x] = row[x - 1];
    //: solution
    for (int x = count - 1; x > 0; x--)
        row[x] = row[x - 1];
    //: end
}

static int at(int x)
{
    int row[] = { 10, 11, 12, 13, 14 };
    shift(row, 5);
    return row[x];
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "read_write_image_shift",
                              .summary = "A row that moves in place.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "place 0", ocl_verify_equal("place 0", at(0), 10));
    ocl_report_result(report, "place 1", ocl_verify_equal("place 1", at(1), 10));
    ocl_report_result(report, "place 2", ocl_verify_equal("place 2", at(2), 11));
    ocl_report_result(report, "place 4", ocl_verify_equal("place 4", at(4), 13));
    return ocl_report_close(report);
}
