// SPDX-License-Identifier: MIT
//
// buffer_flags_look - exercise 2 of buffer_flags: what is in a buffer that the host must not read?
//: skeleton
//: // The answer is missing: y stays full of zeros.
//: end
//
//     cmake --build build --target exercise_buffer_flags_look
//     build/exercises/buffer_flags_look

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

    //: skeleton
    //: // Exercise 2 of buffer_flags: bring the numbers of `hidden` to y.  A read of it is refused.
    //: solution
    cl_mem open = ocl_buffer(&env, CL_MEM_READ_WRITE | CL_MEM_HOST_READ_ONLY, sizeof x, NULL);
    OCL_CHECK(clEnqueueCopyBuffer(env.queue, hidden, open, 0, 0, sizeof x, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(env.queue, open, CL_TRUE, 0, sizeof y, y, 0, NULL, NULL));
    OCL_CHECK(clReleaseMemObject(open));
    //: end

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_result(report, "numbers", ocl_verify_u32("numbers", y, x, N));
    OCL_CHECK(clReleaseMemObject(hidden));
    ocl_close(&env);
    return ocl_report_close(report);
}
