// SPDX-License-Identifier: MIT
//
// linear_regression - the line y = a0 + a1 x that fits n points best.
//
// Shows   several sums at a time: each work-group adds its points in a tree, and the host adds what
//         the work-groups have left
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     linear_regression -n 5, linear_regression -n 1M

#include "ocl.h"

// The sums over all points.
enum { X, Y, XX, XY, SUMS };

// Index 0 is a0, where the line begins; index 1 is a1, how much it rises.
static void solve(double a[2], const double sums[SUMS], double n)
{
    a[1] = (n * sums[XY] - sums[X] * sums[Y]) / (n * sums[XX] - sums[X] * sums[X]);
    a[0] = (sums[Y] - a[1] * sums[X]) / n;
}

// The answer in plain C: the same sums, in double.
static void regression_ref(double sums[SUMS], const float *x, const float *y, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        sums[X] += x[i];
        sums[Y] += y[i];
        sums[XX] += (double)x[i] * x[i];
        sums[XY] += (double)x[i] * y[i];
    }
}

// How far a sum may be off, as a part of itself.  A term is rounded once when it is made, and once
// in each of the tree's `steps`.  At the end both sums are rounded to floats.  Each rounding is
// 2^-24 at most.  (No term is negative here.)  The additions in double add n roundings of 2^-53.
static double bound_part(double n, double steps)
{
    return 1.001 * ((1 + steps + 2) * 0x1p-24 + 2 * n * 0x1p-53);
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "linear_regression",
                              .summary = "The line that fits n points best.",
                              .accepts = "dnks",
                              .size_help = "points, at least 2",
                              .extents = 1,
                              .most = 1 << 30 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 100003 }, .seed = 1 });
    const size_t n = opt.n[0];
    if (n < 2) ocl_exit(OCL_EXIT_USAGE, "--size: one point determines no line; at least 2");

    // Device, points near the line y = 3 + 2x, reference.
    ocl_env env = ocl_open(&opt);
    const size_t local = ocl_group_size(env.device, 256), groups = ocl_divide_up(n, local);
    const double room = (double)n * sizeof(float), sums_room = (double)groups * sizeof(cl_float4);
    ocl_require_memory(env.device, room > sums_room ? room : sums_room, 2.0 * room + sums_room,
                       2.0 * room + sums_room);
    const size_t bytes = n * sizeof(float);
    float *x = ocl_alloc(bytes), *y = ocl_alloc(bytes);
    for (size_t i = 0; i < n; i++) {
        x[i] = (float)(10.0 * (double)i / (double)n);
        y[i] = 3.0f + 2.0f * x[i] + ocl_random_f32(-1.0f, 1.0f, opt.seed, i);
    }
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    double want[SUMS] = { 0.0 }, sums[SUMS] = { 0.0 };
    OCL_TIME_REFERENCE(report, regression_ref(want, x, y, n));

    // Program and buffers.
    cl_program program = ocl_build(&env, "linear_regression.cl", "-DGROUP=%zu", local);
    cl_mem d_parts = ocl_buffer(&env, CL_MEM_WRITE_ONLY, groups * sizeof(cl_float4), NULL);
    cl_mem d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, x);
    cl_mem d_y = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, y);

    // Kernel, arguments, launch.  The host adds the sums of all work-groups, and solves.
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "linear_regression", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_parts, &d_parts));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_y, &d_y));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof(cl_uint), &(cl_uint){ (cl_uint)n }));
    const size_t global = groups * local;
    cl_event done;
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, &local, 0, NULL, &done));
    cl_float4 *parts = ocl_alloc(groups * sizeof *parts);
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_parts, CL_TRUE, 0, groups * sizeof *parts, parts, 0,
                                  NULL, NULL));
    for (size_t g = 0; g < groups; g++)
        for (int k = 0; k < SUMS; k++)
            sums[k] += parts[g].s[k];
    double a[2];
    solve(a, sums, (double)n);
    ocl_report_print(report, "line       y = %.5f + %.5f x\n", a[0], a[1]);

    // Verify.  The sums are compared, not the line: a point that is left out hardly moves a line.
    const double part = bound_part((double)n, log2((double)local));
    float got[SUMS], ref[SUMS], bounds[SUMS];
    for (int k = 0; k < SUMS; k++) {
        got[k] = (float)sums[k];
        ref[k] = (float)want[k];
        bounds[k] = (float)(part * want[k]);
    }
    ocl_report_kernel(report, "kernel", &done, 1);
    ocl_report_result(report, "sums", ocl_verify_f32_each("sums", got, ref, SUMS, bounds));

    // Release, in reverse order.
    free(parts);
    OCL_CHECK(clReleaseEvent(done));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_y));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseMemObject(d_parts));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(y);
    free(x);
    return ocl_report_close(report);
}
