// SPDX-License-Identifier: MIT
//
// debugging - each number becomes the mean of itself and the one before it, four times.
//
// Shows   the right form of a program that solutions/debugging_wrong.c has wrong: the page leads
//         from there to here, with a tool for each mistake
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     debugging -n 4, and the commands of the page

#include "ocl.h"

enum { GROUP = 64, ROUNDS = 4 };

// The answer in plain C.  The first number is the one before itself.  Backwards, each number is
// still as it was when the next one has used it.
static void smooth_ref(cl_uint *y, const cl_uint *x, size_t n)
{
    memcpy(y, x, n * sizeof *y);
    for (int round = 0; round < ROUNDS; round++)
        for (size_t i = n - 1; i > 0; i--)
            y[i] = (y[i - 1] + y[i]) / 2;
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "debugging",
                              .summary = "Means of neighbours: a program that was led to right.",
                              .accepts = "dnks",
                              .size_help = "numbers",
                              .extents = 1,
                              .most = UINT32_MAX - GROUP };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 50021 }, .seed = 1 });

    // Device, data, reference.
    ocl_env env = ocl_open(&opt);
    const double needed = sizeof(cl_uint) * (double)opt.n[0];
    ocl_require_memory(env.device, needed, 2.0 * needed, 3.0 * needed);
    const size_t n = opt.n[0], bytes = n * sizeof(cl_uint);
    cl_uint *x = ocl_alloc(bytes), *y = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    for (size_t i = 0; i < n; i++)
        x[i] = (cl_uint)(1000 + ocl_random(opt.seed, i) % 1000);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    OCL_TIME_REFERENCE(report, smooth_ref(ref, x, n));

    // Program, buffers and kernel.
    const size_t local = ocl_group_size(env.device, GROUP), global = ocl_round_up(n, local);
    cl_program program = ocl_build(&env, "debugging.cl", "-cl-std=CL1.2 -DGROUP=%zu", local);
    cl_mem d_y = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
    cl_mem d_x = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, x);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "debugging", &err));

    // Launch four times: the output of one round is the input of the next one.
    for (int round = 0; round < ROUNDS; round++) {
        OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_y, &d_y));
        OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_x, &d_x));
        OCL_CHECK(clSetKernelArg(kernel, 2, sizeof(cl_ulong), &(cl_ulong){ n }));
        OCL_CHECK(
            clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
        const cl_mem swap = d_x;
        d_x = d_y;
        d_y = swap;
    }
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_x, CL_TRUE, 0, bytes, y, 0, NULL, NULL));

    // Verify.  Whole numbers: every element is exactly that of plain C.
    ocl_report_result(report, "means", ocl_verify_u32("means", y, ref, n));

    // Release, in reverse order.
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseMemObject(d_y));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(ref);
    free(y);
    free(x);
    return ocl_report_close(report);
}
