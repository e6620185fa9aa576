// SPDX-License-Identifier: MIT
//
// scaling_laws_serial_part - exercise 4 of scaling_laws: the serial part from a measured speed-up.
//
//     cmake --build build --target exercise_scaling_laws_serial_part
//     build/exercises/scaling_laws_serial_part

#include "ocl.h"

// speed_up = 1 / (serial + (1 - serial) / units)
static double serial_part(double speed_up, double units)
{
    //: skeleton
    //: return 1 - speed_up / units;    // Exercise 4 of scaling_laws: this is what the units waste.
    //: solution
    return (1 / speed_up - 1 / units) / (1 - 1 / units);
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "scaling_laws_serial_part",
                              .summary = "The serial part from a measured speed-up.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(
        report, "3.2 on 4, per mille",
        ocl_verify_equal("3.2 on 4, per mille", llround(1000 * serial_part(3.2, 4)), 83));
    ocl_report_result(report, "2 on 2, per mille",
                      ocl_verify_equal("2 on 2, per mille", llround(1000 * serial_part(2, 2)), 0));
    ocl_report_result(
        report, "1 on 8, per mille",
        ocl_verify_equal("1 on 8, per mille", llround(1000 * serial_part(1, 8)), 1000));
    return ocl_report_close(report);
}
