// SPDX-License-Identifier: MIT
//
// occupancy_by_registers - exercise 5 of occupancy: work-items that fit.
//
//     cmake --build build --target exercise_occupancy_by_registers
//     build/exercises/occupancy_by_registers

#include "ocl.h"

enum { REGISTERS = 65536, ROOM = 2048 };

static int work_items(int registers_each, int group)
{
    const int by_registers = REGISTERS / registers_each;
    //: skeleton
    //: // Exercise 5 of occupancy: whole work-groups only.
    //: return group > 0 && by_registers < ROOM ? by_registers : ROOM;
    //: solution
    const int most = by_registers < ROOM ? by_registers : ROOM;
    return most / group * group;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "occupancy_by_registers",
                              .summary = "Work-items that fit.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "40 registers",
                      ocl_verify_equal("40 registers", work_items(40, 256), 1536));
    ocl_report_result(report, "20 registers",
                      ocl_verify_equal("20 registers", work_items(20, 256), 2048));
    ocl_report_result(report, "255 registers",
                      ocl_verify_equal("255 registers", work_items(255, 256), 256));
    return ocl_report_close(report);
}
