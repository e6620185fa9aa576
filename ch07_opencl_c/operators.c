// SPDX-License-Identifier: MIT
//
// operators - four comparisons at once: how far numbers are above a limit.
//
// Shows   an operator between two vectors, and between a vector and one number; a comparison of
//         vectors as a mask, instead of a branch
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     operators -n 10, and -k with your own copy of operators.cl

#include "ocl.h"

enum { LIMIT = 100 };

// The answer in plain C.
static void operators_ref(cl_int *out, const cl_int *in, cl_int limit, size_t count)
{
    for (size_t i = 0; i < count; i++)
        out[i] = in[i] > limit ? in[i] - limit : 0;
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "operators",
                              .summary = "How far numbers are above a limit, four at once.",
                              .accepts = "dnks",
                              .size_help = "work-items, each with four numbers",
                              .extents = 1,
                              .most = 1 << 26 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 10007 }, .seed = 1 });

    // Device, data, reference.
    ocl_env env = ocl_open(&opt);
    const size_t n = opt.n[0], count = 4 * n, bytes = count * sizeof(cl_int);
    ocl_require_memory(env.device, (double)bytes, 2.0 * (double)bytes, 3.0 * (double)bytes);
    cl_int *in = ocl_alloc(bytes), *out = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    ocl_fill_u32((cl_uint *)in, count, opt.seed);
    for (size_t i = 0; i < count; i++)
        in[i] %= 1000;    // -999 to 999
    in[0] = 123;          // at least one is above the limit
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "numbers", count);
    OCL_TIME_REFERENCE(report, operators_ref(ref, in, LIMIT, count));

    // Program and buffers.
    cl_program program = ocl_build(&env, "operators.cl", "-cl-std=CL1.2");
    cl_mem d_out = ocl_buffer(&env, CL_MEM_WRITE_ONLY, bytes, NULL);
    cl_mem d_in = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, in);

    // Arguments.
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "operators", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_in, &d_in));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof(cl_int), &(cl_int){ LIMIT }));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof(cl_uint), &(cl_uint){ (cl_uint)n }));

    // Launch, a work-item per four numbers, and read.
    const size_t local = ocl_local_size(kernel, env.device, 64), global = ocl_round_up(n, local);
    cl_event done;
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, &local, 0, NULL, &done));
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_out, CL_TRUE, 0, bytes, out, 0, NULL, NULL));

    // Verify.  Whole numbers: each is exactly that of plain C.
    ocl_report_kernel(report, "kernel", &done, 1);
    ocl_report_result(report, "above the limit",
                      ocl_verify_u32("above", (cl_uint *)out, (cl_uint *)ref, count));

    // Release, in reverse order.
    OCL_CHECK(clReleaseEvent(done));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_in));
    OCL_CHECK(clReleaseMemObject(d_out));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(ref);
    free(out);
    free(in);
    return ocl_report_close(report);
}
