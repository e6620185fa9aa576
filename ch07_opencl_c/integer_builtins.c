// SPDX-License-Identifier: MIT
//
// integer_builtins - the sum, the mean and the difference of bytes, none of which overflows.
//
// Shows   built-in functions for whole numbers, where + and - would lose the highest bit
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer; add_sat,
//         hadd, abs_diff
// Try     integer_builtins -n 10, and -k with + and - in your own copy of integer_builtins.cl

#include "ocl.h"

// The answer in plain C, which computes with int: no byte overflows.
static void integer_builtins_ref(unsigned char *sum, unsigned char *mean, unsigned char *difference,
                                 const unsigned char *a, const unsigned char *b, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const int both = a[i] + b[i];
        sum[i] = (unsigned char)(both > 255 ? 255 : both);
        mean[i] = (unsigned char)(both / 2);
        difference[i] = (unsigned char)abs(a[i] - b[i]);
    }
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "integer_builtins",
                              .summary = "Sum, mean and difference of bytes, without overflow.",
                              .accepts = "dnks",
                              .size_help = "work-items, each with four bytes",
                              .extents = 1,
                              .most = 1 << 28 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 10007 }, .seed = 1 });

    // Device, data, reference.
    ocl_env env = ocl_open(&opt);
    enum { SUM, MEAN, DIFFERENCE, OUTPUTS };
    static const char *const names[OUTPUTS] = { "sum", "mean", "difference" };
    const size_t n = opt.n[0], bytes = 4 * n;
    ocl_require_memory(env.device, (double)bytes, 5.0 * (double)bytes, 8.0 * (double)bytes);
    unsigned char *a = ocl_alloc(bytes), *b = ocl_alloc(bytes), *out[OUTPUTS], *ref[OUTPUTS];
    for (size_t k = 0; k < OUTPUTS; k++) {
        out[k] = ocl_alloc(bytes);
        ref[k] = ocl_alloc(bytes);
    }
    ocl_fill_bytes(a, bytes, opt.seed);
    ocl_fill_bytes(b, bytes, opt.seed + 1);
    a[0] = 200;    // one sum is more than 255, and one difference below 0
    b[0] = 230;
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "bytes", bytes);
    OCL_TIME_REFERENCE(report,
                       integer_builtins_ref(ref[SUM], ref[MEAN], ref[DIFFERENCE], a, b, bytes));

    // Program and buffers.
    cl_program program = ocl_build(&env, "integer_builtins.cl", "-cl-std=CL1.2");
    cl_mem d_out[OUTPUTS];
    for (size_t k = 0; k < OUTPUTS; k++)
        d_out[k] = ocl_buffer(&env, CL_MEM_WRITE_ONLY, bytes, NULL);
    cl_mem d_a = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, a);
    cl_mem d_b = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, b);

    // Arguments.
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "integer_builtins", &err));
    for (cl_uint k = 0; k < OUTPUTS; k++)
        OCL_CHECK(clSetKernelArg(kernel, k, sizeof d_out[k], &d_out[k]));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof d_a, &d_a));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof d_b, &d_b));
    OCL_CHECK(clSetKernelArg(kernel, 5, sizeof(cl_uint), &(cl_uint){ (cl_uint)n }));

    // Launch, a work-item per four bytes, and read.
    const size_t local = ocl_local_size(kernel, env.device, 64), global = ocl_round_up(n, local);
    cl_event done;
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, &local, 0, NULL, &done));
    for (size_t k = 0; k < OUTPUTS; k++)
        OCL_CHECK(
            clEnqueueReadBuffer(env.queue, d_out[k], CL_TRUE, 0, bytes, out[k], 0, NULL, NULL));

    // Verify.  Whole numbers: each byte is exactly that of plain C.
    ocl_report_kernel(report, "kernel", &done, 1);
    for (size_t k = 0; k < OUTPUTS; k++)
        ocl_report_result(report, names[k], ocl_verify_bytes(names[k], out[k], ref[k], bytes));

    // Release, in reverse order.
    OCL_CHECK(clReleaseEvent(done));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_b));
    OCL_CHECK(clReleaseMemObject(d_a));
    for (size_t k = 0; k < OUTPUTS; k++)
        OCL_CHECK(clReleaseMemObject(d_out[k]));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    for (size_t k = 0; k < OUTPUTS; k++) {
        free(ref[k]);
        free(out[k]);
    }
    free(b);
    free(a);
    return ocl_report_close(report);
}
