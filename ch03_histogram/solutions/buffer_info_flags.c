// SPDX-License-Identifier: MIT
//
// buffer_info_flags - exercise 3 of buffer_info: may a kernel write?
//
//     cmake --build build --target exercise_buffer_info_flags
//     build/exercises/buffer_info_flags

#include "ocl.h"

static bool kernel_may_write(cl_mem_flags flags)
{
    //: skeleton
    //: return (flags & CL_MEM_READ_WRITE) != 0;    // Exercise 3 of buffer_info: not only then.
    //: solution
    return !(flags & CL_MEM_READ_ONLY);
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "buffer_info_flags",
                              .summary = "May a kernel write?",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(
        report, "read and write",
        ocl_verify_equal("read and write", kernel_may_write(CL_MEM_READ_WRITE), true));
    ocl_report_result(report, "no flag", ocl_verify_equal("no flag", kernel_may_write(0), true));
    ocl_report_result(report, "read only",
                      ocl_verify_equal("read only",
                                       kernel_may_write(CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR),
                                       false));
    ocl_report_result(report, "write only",
                      ocl_verify_equal("write only", kernel_may_write(CL_MEM_WRITE_ONLY), true));
    return ocl_report_close(report);
}
