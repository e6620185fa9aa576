// SPDX-License-Identifier: MIT
//
// atomics - a counter that all work-items share.
//
// Shows   an addition that no other work-item can disturb, and what it gives back
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer; atomic_inc
// Try     atomics -n 10, and -k with your own copy of atomics.cl, in which (*count)++ counts

#include "ocl.h"

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "atomics",
                              .summary = "A counter that all work-items share.",
                              .accepts = "dnk",
                              .size_help = "work-items that count",
                              .extents = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .n = { 50021 } });
    if (opt.n[0] > CL_UINT_MAX)
        ocl_exit(OCL_EXIT_USAGE, "--size: at most %u, or the counter overflows", CL_UINT_MAX);

    // Device and data.
    ocl_env env = ocl_open(&opt);
    const size_t n = opt.n[0], bytes = n * sizeof(cl_uint);
    ocl_require_memory(env.device, (double)bytes, (double)bytes, 3.0 * (double)bytes);
    uint32_t *found = ocl_alloc(bytes), *times = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);

    // Program and buffers.  The counter begins with 0.
    cl_program program = ocl_build(&env, "atomics.cl", "-cl-std=CL1.2");
    cl_uint count = 0;
    cl_mem d_found = ocl_buffer(&env, CL_MEM_WRITE_ONLY, bytes, NULL);
    cl_mem d_count = ocl_buffer(&env, CL_MEM_READ_WRITE, sizeof count, &count);

    // Arguments.
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "atomics", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_found, &d_found));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_count, &d_count));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof(cl_ulong), &(cl_ulong){ n }));

    // Launch and read.
    cl_event done;
    const size_t local = ocl_local_size(kernel, env.device, 256), global = ocl_round_up(n, local);
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, &local, 0, NULL, &done));
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_found, CL_TRUE, 0, bytes, found, 0, NULL, NULL));
    OCL_CHECK(
        clEnqueueReadBuffer(env.queue, d_count, CL_TRUE, 0, sizeof count, &count, 0, NULL, NULL));

    // Verify.  The order of the work-items is not known.  But together they found 0, 1, ... n - 1,
    // each number once.
    for (size_t i = 0; i < n; i++) {
        times[i] = 0;
        ref[i] = 1;
    }
    for (size_t i = 0; i < n; i++)
        if (found[i] < n) times[found[i]]++;
    ocl_report_kernel(report, "kernel", &done, 1);
    ocl_report_result(report, "count", ocl_verify_equal("count", count, (long long)n));
    ocl_report_result(report, "times found", ocl_verify_u32("times found", times, ref, n));

    // Release, in reverse order.
    OCL_CHECK(clReleaseEvent(done));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_count));
    OCL_CHECK(clReleaseMemObject(d_found));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(ref);
    free(times);
    free(found);
    return ocl_report_close(report);
}
