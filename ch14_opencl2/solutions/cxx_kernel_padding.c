// SPDX-License-Identifier: MIT
//
// cxx_kernel_padding - exercise 4 of cxx_kernel: the offset of a member.
//
//     cmake --build build --target exercise_cxx_kernel_padding
//     build/exercises/cxx_kernel_padding

#include "ocl.h"

static int begin_of(int end, int alignment)
{
    //: skeleton
    //: (void)alignment;
    //: return end;    // Exercise 4 of cxx_kernel: a multiple of the alignment.
    //: solution
    return (end + alignment - 1) / alignment * alignment;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "cxx_kernel_padding",
                              .summary = "The offset of a member.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "the first member",
                      ocl_verify_equal("the first member", begin_of(0, 8), 0));
    ocl_report_result(report, "int2 behind a ushort",
                      ocl_verify_equal("int2 behind a ushort", begin_of(2, 8), 8));
    ocl_report_result(report, "ushort behind an int2",
                      ocl_verify_equal("ushort behind an int2", begin_of(8, 2), 8));
    ocl_report_result(report, "int behind 18 bytes",
                      ocl_verify_equal("int behind 18 bytes", begin_of(18, 4), 20));
    return ocl_report_close(report);
}
