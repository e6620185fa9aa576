// SPDX-License-Identifier: MIT
//
// scan_one_launch_packed - exercise 5 of scan_one_launch: a state and a sum in one number.
//
//     cmake --build build --target exercise_scan_one_launch_packed
//     build/exercises/scan_one_launch_packed

#include "ocl.h"

static uint64_t pack(uint32_t state, uint32_t sum)
{
    //: skeleton
    //: return state << 16 | sum;    // Exercise 5 of scan_one_launch: a sum may need 32 bits.
    //: solution
    return (uint64_t)state << 32 | sum;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "scan_one_launch_packed",
                              .summary = "A state and a sum in one number.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "state",
                      ocl_verify_equal("state", (long long)(pack(2, 0xffffffff) >> 32), 2));
    ocl_report_result(
        report, "sum",
        ocl_verify_equal("sum", (long long)(pack(2, 0xffffffff) & 0xffffffff), 4294967295));
    return ocl_report_close(report);
}
