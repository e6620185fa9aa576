// SPDX-License-Identifier: MIT
//
// conversions - a float becomes a whole number: cut off or rounded, with or without a limit.
//
// Shows   a cast, and functions that say how a number is rounded and what happens when it is too
//         large
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer;
//         convert_int_rte, convert_uchar_sat, convert_uchar_sat_rte
// Try     conversions -n 10 -s 2, and -k with your own copy of conversions.cl

#include "ocl.h"

enum { WAYS = 4, SHOWN = 8 };

// The answer in plain C.
static int limited(int v)
{
    return v < 0 ? 0 : v > 255 ? 255 : v;
}

static void ways_ref(int32_t *y, const float *x, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const int cut = (int)x[i];
        const int nearest = (int)nearbyintf(x[i]);    // of two the even one
        y[WAYS * i] = cut;
        y[WAYS * i + 1] = nearest;
        y[WAYS * i + 2] = limited(cut);
        y[WAYS * i + 3] = limited(nearest);
    }
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "conversions",
                              .summary = "A float becomes a whole number in four ways.",
                              .accepts = "dnks",
                              .size_help = "floats",
                              .extents = 1 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 10007 }, .seed = 1 });

    // Device, data, reference.  Behind the chosen numbers come quarters, from -300 to 300.
    ocl_env env = ocl_open(&opt);
    const double room = WAYS * sizeof(cl_int) * (double)opt.n[0];    // may not fit a size_t
    ocl_require_memory(env.device, room, 1.25 * room, 2.25 * room);
    const size_t n = opt.n[0], bytes = WAYS * n * sizeof(cl_int);
    static const float chosen[SHOWN] = { 2.7f, -2.7f, 0.5f, 1.5f, 2.5f, 254.5f, 255.5f, -100.0f };
    float *x = ocl_alloc(n * sizeof *x);
    int32_t *y = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    for (size_t i = 0; i < n; i++)
        x[i] = i < SHOWN ? chosen[i] : (float)(ocl_random(opt.seed, i) % 2401) / 4 - 300;
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    ways_ref(ref, x, n);

    // Program, buffers and arguments.
    cl_program program = ocl_build(&env, "conversions.cl", "-cl-std=CL1.2");
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "conversions", &err));
    cl_mem d_y = ocl_buffer(&env, CL_MEM_WRITE_ONLY, bytes, NULL);
    cl_mem d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, n * sizeof *x, x);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_y, &d_y));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof(cl_ulong), &(cl_ulong){ n }));

    // Launch and read.
    const size_t local = ocl_local_size(kernel, env.device, 64), global = ocl_round_up(n, local);
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_y, CL_TRUE, 0, bytes, y, 0, NULL, NULL));

    // Show the first ones, and verify all.  Whole numbers: each is exactly that of plain C.
    ocl_table table =
        ocl_table_open(report, "ways", "float, (int), int_rte, uchar_sat, uchar_sat_rte");
    for (size_t i = 0; i < n && i < SHOWN; i++)
        ocl_table_row(&table, "%6.1f %5d %7d %9d %13d", (double)x[i], y[WAYS * i], y[WAYS * i + 1],
                      y[WAYS * i + 2], y[WAYS * i + 3]);
    ocl_report_result(report, "conversions", ocl_verify_bytes("conversions", y, ref, bytes));

    // Release, in reverse order.
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseMemObject(d_y));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(ref);
    free(y);
    free(x);
    return ocl_report_close(report);
}
