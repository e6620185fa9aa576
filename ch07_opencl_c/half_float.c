// SPDX-License-Identifier: MIT
//
// half_float - numbers of 16 bits: half the memory of floats, and three digits.
//
//     sign, 5 bits of exponent, 10 of fraction:   0 10000 1000000000  =  1.1000000000 * 2^1  =  3
//
// Shows   halves that a kernel loads as floats and stores as halves; what rounding makes of sums
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer;
//         cl_half_to_float and cl_half_from_float of <CL/cl_half.h>
// Try     half_float -n 5, and -k with your own copy of half_float.cl

#include "ocl.h"

#include <CL/cl_half.h>

// The answer in plain C.  In double the sum of two halves is exact.  CL_HALF_RTE: rounded to the
// nearest half, and to the even one of two that are equally near.
static void sums_ref(float *c, const cl_half *a, const cl_half *b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const double sum = (double)cl_half_to_float(a[i]) + cl_half_to_float(b[i]);
        c[i] = cl_half_to_float(cl_half_from_double(sum, CL_HALF_RTE));
    }
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "half_float",
                              .summary = "Sums of numbers of 16 bits.",
                              .accepts = "dnks",
                              .size_help = "sums",
                              .extents = 1 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 50021 }, .seed = 1 });

    // Device, data, reference.  Five pairs are examples, the others are random bits.  0xbfff clears
    // the highest bit of the exponent: what is left lies between -2 and 2 and is never infinite.
    static const float first[][2] = {
        { 1, 2 }, { 0.1f, 0.2f }, { 1000, 0.1f }, { 2048, 1 }, { 60000, 10000 }
    };
    enum { FIRST = sizeof first / sizeof first[0] };
    ocl_env env = ocl_open(&opt);
    const size_t n = opt.n[0], bytes = n * sizeof(cl_half);
    const double room = sizeof(cl_half) * (double)n;    // bytes, which may not fit a size_t
    ocl_require_memory(env.device, room, 3.0 * room, 7.0 * room);
    cl_half *a = ocl_alloc(bytes), *b = ocl_alloc(bytes), *c = ocl_alloc(bytes);
    float *sums = ocl_alloc(n * sizeof *sums), *ref = ocl_alloc(n * sizeof *ref);
    for (size_t i = 0; i < n; i++) {
        a[i] = ocl_random(opt.seed, i) & 0xbfff;
        b[i] = ocl_random(opt.seed + 1, i) & 0xbfff;
    }
    for (size_t i = 0; i < ocl_smaller(n, FIRST); i++) {
        a[i] = cl_half_from_float(first[i][0], CL_HALF_RTE);
        b[i] = cl_half_from_float(first[i][1], CL_HALF_RTE);
    }
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    OCL_TIME_REFERENCE(report, sums_ref(ref, a, b, n));

    // Program and buffers.
    cl_program program = ocl_build(&env, "half_float.cl", "-cl-std=CL1.2");
    cl_mem d_c = ocl_buffer(&env, CL_MEM_WRITE_ONLY, bytes, NULL);
    cl_mem d_a = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, a);
    cl_mem d_b = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, b);

    // Arguments and launch.
    cl_int err;
    cl_event done;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "half_float", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_c, &d_c));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_a, &d_a));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_b, &d_b));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof(cl_ulong), &(cl_ulong){ n }));
    const size_t local = ocl_local_size(kernel, env.device, 64), global = ocl_round_up(n, local);
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, &local, 0, NULL, &done));
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_c, CL_TRUE, 0, bytes, c, 0, NULL, NULL));

    // Verify.  Each sum is exactly the nearest half: a float has so many digits that the rounding
    // to a float before changes nothing.
    ocl_report_kernel(report, "kernel", &done, 1);
    ocl_table table = ocl_table_open(report, "sums", "a, b, exact sum, nearest half, bits");
    for (size_t i = 0; i < n; i++)
        sums[i] = cl_half_to_float(c[i]);
    for (size_t i = 0; i < ocl_smaller(n, FIRST); i++) {
        const double x = cl_half_to_float(a[i]), y = cl_half_to_float(b[i]);
        ocl_table_row(&table, "%12.10g %12.10g %14.10g %14.10g 0x%04x", x, y, x + y, sums[i], c[i]);
    }
    ocl_report_result(report, "sums", ocl_verify_f32("sums", sums, ref, n, 0.0));

    // Release, in reverse order.
    OCL_CHECK(clReleaseEvent(done));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_b));
    OCL_CHECK(clReleaseMemObject(d_a));
    OCL_CHECK(clReleaseMemObject(d_c));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(ref);
    free(sums);
    free(c);
    free(b);
    free(a);
    return ocl_report_close(report);
}
