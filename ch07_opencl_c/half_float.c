// SPDX-License-Identifier: MIT
//
// half_float - numbers of 16 bits: half the memory of floats, and three digits.
//
//     sign, 5 bits of exponent, 10 of fraction:   0 10000 1000000000  =  1.1000000000 * 2^1  =  3
//
// Shows   halves that a kernel loads as floats and stores as halves; what rounding makes of sums
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     half_float -n 5, and -k with your own copy of half_float.cl

#include "ocl.h"

// The number that the 16 bits of a half stand for.
static double value_of(cl_half bits)
{
    const int exponent = bits >> 10 & 31, fraction = bits & 1023;
    double size = ldexp(1024 + fraction, exponent - 25);    // 1.fraction * 2^(exponent - 15)
    if (exponent == 0) size = ldexp(fraction, -24);         // no 1 in front
    if (exponent == 31) size = fraction == 0 ? (double)INFINITY : (double)NAN;
    return bits >> 15 ? -size : size;
}

// The half that is nearest to x; of two that are equally near, the one whose last bit is 0.
static cl_half half_of(double x)
{
    const double size = fmin(fabs(x), 65536.0);    // from 65520 on it becomes infinity
    // Below 2^-14 all halves are equally far apart.
    const int exponent = size < 0x1p-14 ? -14 : ilogb(size);
    // 1024 to 2048 steps: the first 1024 are the 1 in front, which adds one to the exponent.
    const double steps = nearbyint(ldexp(size, 10 - exponent));
    return (cl_half)((exponent + 14) * 1024 + (int)steps + (signbit(x) ? 32768 : 0));
}

// The answer in plain C.  In double the sum of two halves is exact.
static void sums_ref(float *c, const cl_half *a, const cl_half *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        c[i] = (float)value_of(half_of(value_of(a[i]) + value_of(b[i])));
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

    // Device, data, reference.  Behind the first pairs come 16 random bits each.  0xbfff clears the
    // highest bit of the exponent: what is left lies between -2 and 2, and is never infinite.
    static const double first[][2] = {
        { 1, 2 }, { 0.1, 0.2 }, { 1000, 0.1 }, { 2048, 1 }, { 60000, 10000 }
    };
    enum { FIRST = sizeof first / sizeof first[0] };
    ocl_env env = ocl_open(&opt);
    const size_t n = opt.n[0], bytes = n * sizeof(cl_half);
    const double room = sizeof(cl_half) * (double)n;    // bytes, which may not fit a size_t
    ocl_require_memory(env.device, room, 3.0 * room, 7.0 * room);
    cl_half *a = ocl_alloc(bytes), *b = ocl_alloc(bytes), *c = ocl_alloc(bytes);
    float *sums = ocl_alloc(n * sizeof *sums), *ref = ocl_alloc(n * sizeof *ref);
    for (size_t i = 0; i < n; i++) {
        a[i] = i < FIRST ? half_of(first[i][0]) : ocl_random(opt.seed, i) & 0xbfff;
        b[i] = i < FIRST ? half_of(first[i][1]) : ocl_random(opt.seed + 1, i) & 0xbfff;
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
    for (size_t i = 0; i < ocl_smaller(n, FIRST); i++)
        ocl_table_row(&table, "%12.10g %12.10g %14.10g %14.10g 0x%04x", value_of(a[i]),
                      value_of(b[i]), value_of(a[i]) + value_of(b[i]), value_of(c[i]),
                      (unsigned)c[i]);
    for (size_t i = 0; i < n; i++)
        sums[i] = (float)value_of(c[i]);
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
