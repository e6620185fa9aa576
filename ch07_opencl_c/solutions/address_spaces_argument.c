// SPDX-License-Identifier: MIT
//
// address_spaces_argument - exercise 2 of address_spaces: local memory as an argument.
//
//     cmake --build build --target exercise_address_spaces_argument
//     build/exercises/address_spaces_argument

#include "ocl.h"

enum { N = 4096 };

// Each work-group turns its part of x round, by way of local memory.
static const char *SOURCE =
    "kernel void turn(global uint *restrict y, local uint *part, global const uint *restrict x)\n"
    "{\n"
    "    part[get_local_id(0)] = x[get_global_id(0)];\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    y[get_global_id(0)] = part[get_local_size(0) - 1 - get_local_id(0)];\n"
    "}\n";

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "address_spaces_argument",
                              .summary = "Local memory as an argument.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    cl_uint x[N], y[N], ref[N];
    ocl_fill_u32(x, N, 1);
    cl_int err;
    cl_program program = OCL_CREATE(clCreateProgramWithSource(env.context, 1, &SOURCE, NULL, &err));
    OCL_CHECK(clBuildProgram(program, 1, &env.device, NULL, NULL, NULL));
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "turn", &err));
    const size_t local = ocl_local_size(kernel, env.device, 64), global = N;
    for (size_t i = 0; i < N; i++)
        ref[i] = x[i / local * local + local - 1 - i % local];

    cl_mem d_y = ocl_buffer(&env, CL_MEM_WRITE_ONLY, sizeof y, NULL);
    cl_mem d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, sizeof x, x);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_y, &d_y));
    //: skeleton
    //: OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_x, &d_x));
    //:
    //: // Exercise 2 of address_spaces: give argument 1 room for one cl_uint per work-item.  Then the
    //: // kernel may be launched.
    //: const bool is_set = false;
    //: if (is_set)
    //:     OCL_CHECK(
    //:         clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
    //: solution
    OCL_CHECK(clSetKernelArg(kernel, 1, local * sizeof(cl_uint), NULL));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_x, &d_x));
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
    //: end

    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_y, CL_TRUE, 0, sizeof y, y, 0, NULL, NULL));
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_result(report, "turned", ocl_verify_u32("turned", y, ref, N));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseMemObject(d_y));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    return ocl_report_close(report);
}
