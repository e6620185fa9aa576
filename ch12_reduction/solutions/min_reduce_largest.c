// SPDX-License-Identifier: MIT
//
// min_reduce_largest - exercise 2 of min_reduce_ladder: the largest element, with atomics.
//: skeleton
//: // The program still finds the smallest one.
//: end
//
//     cmake --build build --target exercise_min_reduce_largest
//     build/exercises/min_reduce_largest

#include "ocl.h"

enum { N = 100003, ITEMS = 256 };

// Each work-item looks at every ITEMS-th element, and merges what it found into *result.
//: skeleton
//: static const char *SOURCE =
//:     // Exercise 2 of min_reduce_ladder: three things of this kernel change, and one on the host.
//:     "kernel void largest(global uint *result, global const uint *x, uint n)\n"
//:     "{\n"
//:     "    uint own = UINT_MAX;\n"
//:     "    for (size_t i = get_global_id(0); i < n; i += get_global_size(0))\n"
//:     "        own = min(own, x[i]);\n"
//:     "    atomic_min(result, own);\n"
//:     "}\n";
//: solution
static const char *SOURCE =
    "kernel void largest(global uint *result, global const uint *x, uint n)\n"
    "{\n"
    "    uint own = 0;\n"
    "    for (size_t i = get_global_id(0); i < n; i += get_global_size(0))\n"
    "        own = max(own, x[i]);\n"
    "    atomic_max(result, own);\n"
    "}\n";
//: end

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "min_reduce_largest",
                              .summary = "The largest element, with atomics.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);

    static cl_uint x[N];
    const cl_uint n = N;
    cl_uint result, ref = 0;
    ocl_fill_u32(x, N, 1);
    for (size_t i = 0; i < N; i++)
        if (x[i] > ref) ref = x[i];

    cl_int err;
    cl_program program = OCL_CREATE(clCreateProgramWithSource(env.context, 1, &SOURCE, NULL, &err));
    err = clBuildProgram(program, 1, &env.device, "-cl-std=CL1.2", NULL, NULL);
    ocl_require_build(program, "SOURCE", "clBuildProgram", err);
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "largest", &err));
    cl_mem d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, sizeof x, x);
    cl_mem d_result = ocl_buffer(&env, CL_MEM_READ_WRITE, sizeof result, NULL);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_result, &d_result));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof n, &n));

    //: skeleton
    //: // Exercise 2 of min_reduce_ladder: what must the result begin with?
    //: const cl_uint begin = UINT32_MAX;
    //: solution
    const cl_uint begin = 0;    // changes no maximum
    //: end
    const size_t global = ITEMS;
    OCL_CHECK(clEnqueueFillBuffer(env.queue, d_result, &begin, sizeof begin, 0, sizeof result, 0,
                                  NULL, NULL));
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_result, CL_TRUE, 0, sizeof result, &result, 0, NULL,
                                  NULL));
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_result(report, "largest", ocl_verify_u32("largest", &result, &ref, 1));

    OCL_CHECK(clReleaseMemObject(d_result));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    return ocl_report_close(report);
}
