// SPDX-License-Identifier: MIT
//
// spirv_module_count - exercise 6 of spirv_module: how many kernels a module has.
//
//     cmake --build build --target exercise_spirv_module_count
//     build/exercises/spirv_module_count

#include "ocl.h"

enum { ENTRY_POINT = 15, HEADER = 5 };    // an instruction's number; words of the header

static int kernels_of(const uint32_t *words, size_t count)
{
    int kernels = 0;
    //: skeleton
    //: // Exercise 6 of spirv_module: this takes operands for instructions.
    //: for (size_t i = HEADER; i < count; i++)
    //:     if (words[i] % 65536 == ENTRY_POINT) kernels++;
    //: solution
    for (size_t i = HEADER; i < count; i += words[i] / 65536)
        if (words[i] % 65536 == ENTRY_POINT) kernels++;
    //: end
    return kernels;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "spirv_module_count",
                              .summary = "How many kernels a module has.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    // The header, then four instructions: a capability, the memory model, and two kernels.  These
    // are called "a" and "b", and are the functions 14 and 15.
    static const uint32_t WORDS[] = {
        0x07230203, 0x00010000, 0, 40, 0,   0x20011, 4, 0x3000e, 2,
        2,          0x4000f,    6, 14, 'a', 0x4000f, 6, 15,      'b'
    };
    const size_t count = sizeof WORDS / sizeof WORDS[0];

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "two kernels",
                      ocl_verify_equal("two kernels", kernels_of(WORDS, count), 2));
    ocl_report_result(report, "one kernel",
                      ocl_verify_equal("one kernel", kernels_of(WORDS, count - 4), 1));
    ocl_report_result(report, "none", ocl_verify_equal("none", kernels_of(WORDS, HEADER), 0));
    return ocl_report_close(report);
}
