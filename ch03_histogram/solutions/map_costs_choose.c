// SPDX-License-Identifier: MIT
//
// map_costs_choose - exercise 3 of map_costs: from which size on mapping pays.
//
//     cmake --build build --target exercise_map_costs_choose
//     build/exercises/map_costs_choose

#include "ocl.h"

// In bytes.  Times in nanoseconds; a write costs `per_byte` for each byte besides its start.
static double pays_from(double write_start, double per_byte, double map_both)
{
    //: skeleton
    //: return (map_both + write_start) / per_byte;    // Exercise 3 of map_costs: the wrong way.
    //: solution
    return (map_both - write_start) / per_byte;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "map_costs_choose",
                              .summary = "From which size on mapping pays.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(
        report, "8 and 30 us",
        ocl_verify_equal("8 and 30 us", llround(pays_from(8000, 0.1, 30000)), 220000));
    ocl_report_result(report, "5 and 6 us",
                      ocl_verify_equal("5 and 6 us", llround(pays_from(5000, 0.25, 6000)), 4000));
    return ocl_report_close(report);
}
