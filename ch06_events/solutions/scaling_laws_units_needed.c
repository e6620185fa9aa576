// SPDX-License-Identifier: MIT
//
// scaling_laws_units_needed - exercise 5 of scaling_laws: how many units a speed-up needs.
//
//     cmake --build build --target exercise_scaling_laws_units_needed
//     build/exercises/scaling_laws_units_needed

#include "ocl.h"

// The law of Amdahl: the serial part does not get faster.
static double speed_up(double serial, int units)
{
    return 1 / (serial + (1 - serial) / units);
}

static int units_needed(double serial, double wanted)
{
    //: skeleton
    //: // Exercise 5 of scaling_laws: for some numbers the loop would not end.
    //: if (wanted * serial >= 0.5) return 0;
    //: solution
    if (wanted * serial >= 1) return 0;
    //: end
    int units = 1;
    while (speed_up(serial, units) < wanted)
        units++;
    return units;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "scaling_laws_units_needed",
                              .summary = "How many units a speed-up needs.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "10 times, 5 %",
                      ocl_verify_equal("10 times, 5 %", units_needed(0.05, 10), 19));
    ocl_report_result(report, "4 times, 10 %",
                      ocl_verify_equal("4 times, 10 %", units_needed(0.1, 4), 6));
    ocl_report_result(report, "30 times, 5 %",
                      ocl_verify_equal("30 times, 5 %", units_needed(0.05, 30), 0));
    return ocl_report_close(report);
}
