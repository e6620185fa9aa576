// SPDX-License-Identifier: MIT
//
// copy_rect_swap_skeleton - exercise 2 of copy_rect: swap the two halves of a buffer on the device.
// The copies are missing, so the buffer stays as it is.
//
//     cp ch03_histogram/solutions/copy_rect_swap_skeleton.c build/mine.c
//     cmake --build build --target mine && build/solutions/mine

#include "ocl.h"

enum { HALF = 1031, N = 2 * HALF };

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "copy_rect_swap",
                              .summary = "The two halves of a buffer, swapped on the device.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);

    cl_uint x[N], ref[N];
    ocl_fill_u32(x, N, 1);
    memcpy(ref, x + HALF, sizeof ref / 2);
    memcpy(ref + HALF, x, sizeof ref / 2);

    const size_t half = HALF * sizeof(cl_uint);    // bytes
    cl_mem d_x = ocl_buffer(&env, CL_MEM_READ_WRITE, sizeof x, x);
    cl_mem d_scratch = ocl_buffer(&env, CL_MEM_READ_WRITE, half, NULL);
    // Exercise 2 of copy_rect: swap the bytes 0 to half - 1 of d_x and those from half on, with
    // clEnqueueCopyBuffer and d_scratch.  The queue is in-order.

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_result(report, "swapped", ocl_verify_buffer(&env, "swapped", d_x, ref, sizeof ref));
    OCL_CHECK(clReleaseMemObject(d_scratch));
    OCL_CHECK(clReleaseMemObject(d_x));
    ocl_close(&env);
    return ocl_report_close(report);
}
