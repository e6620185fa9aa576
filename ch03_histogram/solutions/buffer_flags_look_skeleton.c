// SPDX-License-Identifier: MIT
//
// buffer_flags_look_skeleton - exercise 2 of buffer_flags: what is in a buffer that the host must
// not read?  The answer is missing: y stays full of zeros.
//
//     cp ch03_histogram/solutions/buffer_flags_look_skeleton.c build/mine.c
//     cmake --build build --target mine && build/solutions/mine

#include "ocl.h"

enum { N = 1031 };

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "buffer_flags_look",
                              .summary = "What is in a buffer that the host must not read.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);

    cl_uint x[N], y[N] = { 0 };
    ocl_fill_u32(x, N, 1);
    cl_mem hidden = ocl_buffer(&env, CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS, sizeof x, x);

    // Exercise 2 of buffer_flags: bring the numbers of `hidden` to y.  A read of it is refused.

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_result(report, "numbers", ocl_verify_u32("numbers", y, x, N));
    OCL_CHECK(clReleaseMemObject(hidden));
    ocl_close(&env);
    return ocl_report_close(report);
}
