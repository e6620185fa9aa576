// SPDX-License-Identifier: MIT
//
// copy_rect_swap - exercise 2 of copy_rect: swap the two halves of a buffer on the device.
//: skeleton
//: // The copies are missing, so the buffer stays as it is.
//: end
//
//     cmake --build build --target exercise_copy_rect_swap
//     build/exercises/copy_rect_swap

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
    //: skeleton
    //: // Exercise 2 of copy_rect: swap the bytes 0 to half - 1 of d_x and those from half on, with
    //: // clEnqueueCopyBuffer and d_scratch.  The queue is in-order.
    //: solution
    OCL_CHECK(clEnqueueCopyBuffer(env.queue, d_x, d_scratch, 0, 0, half, 0, NULL, NULL));
    OCL_CHECK(clEnqueueCopyBuffer(env.queue, d_x, d_x, half, 0, half, 0, NULL, NULL));
    OCL_CHECK(clEnqueueCopyBuffer(env.queue, d_scratch, d_x, 0, half, half, 0, NULL, NULL));
    //: end

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_result(report, "swapped", ocl_verify_buffer(&env, "swapped", d_x, ref, sizeof ref));
    OCL_CHECK(clReleaseMemObject(d_scratch));
    OCL_CHECK(clReleaseMemObject(d_x));
    ocl_close(&env);
    return ocl_report_close(report);
}
