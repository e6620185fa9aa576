// SPDX-License-Identifier: MIT
//
// conjugate_gradient - solves A x = b: the heat that stays in a plate with warm and cold places.
//
// Shows   a method of several small kernels, and a host that decides after each round whether
//         another one is needed
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clWaitForEvents,
//         clEnqueueReadBuffer
// Try     conjugate_gradient -n 3, conjugate_gradient -n 200, and -n 512x1

#include "ocl.h"

#include <float.h>

enum { MOST = 512, SUMS = 256, STEP = 20 };
static const double SMALL_ENOUGH = 1e-5;    // of the residual, as a part of b

typedef struct {
    uint32_t *first, *columns;    // of row r: from first[r] to first[r + 1] - 1
    float *values;
} matrix;

typedef struct {
    size_t global, local;    // work-items, and those of a work-group
} range;

// A cell of the plate is a row: 4 times its heat less that of its neighbours.  The rim has heat 0.
static matrix make_plate(size_t width, size_t height)
{
    const size_t n = width * height;
    matrix a = { ocl_alloc((n + 1) * sizeof *a.first), ocl_alloc(5 * n * sizeof *a.columns),
                 ocl_alloc(5 * n * sizeof *a.values) };
    uint32_t count = 0;
    for (size_t i = 0; i < n; i++) {
        const size_t x = i % width, y = i / width;
        const size_t columns[5] = { i - width, i - 1, i, i + 1, i + width };
        const bool inside[5] = { y > 0, x > 0, true, x + 1 < width, y + 1 < height };
        a.first[i] = count;
        for (int k = 0; k < 5; k++) {
            if (!inside[k]) continue;
            a.columns[count] = (uint32_t)columns[k];
            a.values[count++] = columns[k] == i ? 4.0f : -1.0f;
        }
    }
    a.first[n] = count;
    return a;
}

// The length of b - A x, in plain C.
static double residual_ref(const matrix *a, const float *x, const float *b, size_t n)
{
    double squares = 0.0;
    for (size_t row = 0; row < n; row++) {
        double rest = (double)b[row];
        for (size_t i = a->first[row]; i < a->first[row + 1]; i++)
            rest -= (double)a->values[i] * (double)x[a->columns[i]];
        squares += rest * rest;
    }
    return sqrt(squares);
}

// The answer in plain C, with numbers of the type double.
static void solve_ref(double *x, const matrix *a, const float *b, size_t n)
{
    double *r = ocl_alloc(n * sizeof *r), *p = ocl_alloc(n * sizeof *p);
    double *q = ocl_alloc(n * sizeof *q), rr = 0.0, rr_b;
    for (size_t i = 0; i < n; i++) {
        x[i] = 0.0;
        r[i] = p[i] = (double)b[i];
        rr += r[i] * r[i];
    }
    rr_b = rr;
    while (sqrt(rr) > SMALL_ENOUGH * sqrt(rr_b)) {
        double pq = 0.0, rr_before = rr;
        for (size_t row = 0; row < n; row++) {
            q[row] = 0.0;
            for (size_t i = a->first[row]; i < a->first[row + 1]; i++)
                q[row] += (double)a->values[i] * p[a->columns[i]];
            pq += p[row] * q[row];
        }
        rr = 0.0;
        for (size_t i = 0; i < n; i++) {
            x[i] += rr_before / pq * p[i];
            r[i] -= rr_before / pq * q[i];
            rr += r[i] * r[i];
        }
        for (size_t i = 0; i < n; i++)
            p[i] = r[i] + rr / rr_before * p[i];
    }
    free(q);
    free(p);
    free(r);
}

static double length(const double *x, size_t n)
{
    double squares = 0.0;
    for (size_t i = 0; i < n; i++)
        squares += x[i] * x[i];
    return sqrt(squares);
}

// Waits for the end: so a launch that fails is noticed.
static void launch(cl_command_queue queue, cl_kernel kernel, range all)
{
    cl_event done;
    OCL_CHECK(
        clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &all.global, &all.local, 0, NULL, &done));
    OCL_CHECK(clWaitForEvents(1, &done));
    OCL_CHECK(clReleaseEvent(done));
}

// y = A x: arguments 0 and 4 are the vectors, the others stay.
static void matvec(cl_command_queue queue, cl_kernel kernel, cl_mem d_y, cl_mem d_x, range all)
{
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_y, &d_y));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof d_x, &d_x));
    launch(queue, kernel, all);
}

// The sum of all products a[i] b[i].
static double dot(cl_command_queue queue, cl_kernel kernel, cl_mem d_sums, cl_mem d_a, cl_mem d_b,
                  range all)
{
    float sums[SUMS];
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_a, &d_a));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_b, &d_b));
    launch(queue, kernel, all);
    OCL_CHECK(clEnqueueReadBuffer(queue, d_sums, CL_TRUE, 0, sizeof sums, sums, 0, NULL, NULL));
    double sum = 0.0;
    for (int i = 0; i < SUMS; i++)
        sum += (double)sums[i];
    return sum;
}

// y = x + b z or y = b x + z: the combination with the factors a and b.
static void combine(cl_command_queue queue, cl_kernel kernel, cl_mem d_y, double a, cl_mem d_x,
                    double b, cl_mem d_z, range all)
{
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_y, &d_y));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof(cl_float), &(cl_float){ (cl_float)a }));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof(cl_float), &(cl_float){ (cl_float)b }));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof d_z, &d_z));
    launch(queue, kernel, all);
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "conjugate_gradient",
                              .summary = "The heat that stays in a plate: A x = b.",
                              .accepts = "dnks",
                              .size_help = "cells of the plate: width x height",
                              .extents = 2,
                              .most = MOST };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 61, 47 }, .seed = 1 });
    const size_t width = opt.n[0], height = opt.n[1], n = width * height;
    const size_t bytes = n * sizeof(float);

    // Device, data, reference.
    ocl_env env = ocl_open(&opt);
    ocl_require_memory(env.device, 5.0 * (double)bytes, 15.0 * (double)bytes, 21.0 * (double)bytes);
    const matrix a = make_plate(width, height);
    float *x = ocl_alloc(bytes), *b = ocl_alloc(bytes);
    double *ref = ocl_alloc(n * sizeof *ref);
    ocl_fill_f32(b, n, -1, 1, opt.seed);    // warmed and cooled at random
    memset(x, 0, bytes);
    const double b_length = residual_ref(&a, x, b, n);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", width);
    ocl_report_count(report, "height", height);
    OCL_TIME_REFERENCE(report, solve_ref(ref, &a, b, n));

    // Program and buffers.  x begins with 0, so the residual r = b - A x and the first direction p
    // are b.
    cl_program program = ocl_build(&env, "conjugate_gradient.cl", "-cl-std=CL1.2");
    const size_t count = a.first[n];
    cl_mem d_first = ocl_buffer(&env, CL_MEM_READ_ONLY, (n + 1) * sizeof *a.first, a.first);
    cl_mem d_columns = ocl_buffer(&env, CL_MEM_READ_ONLY, count * sizeof *a.columns, a.columns);
    cl_mem d_values = ocl_buffer(&env, CL_MEM_READ_ONLY, count * sizeof *a.values, a.values);
    cl_mem d_x = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, x);
    cl_mem d_r = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, b);
    cl_mem d_p = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, b);
    cl_mem d_q = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
    cl_mem d_sums = ocl_buffer(&env, CL_MEM_READ_WRITE, SUMS * sizeof(cl_float), NULL);

    // Kernels, and the arguments that stay.
    cl_int err;
    const cl_uint size = (cl_uint)n;
    cl_kernel product = OCL_CREATE(clCreateKernel(program, "cg_matvec", &err));
    OCL_CHECK(clSetKernelArg(product, 1, sizeof d_first, &d_first));
    OCL_CHECK(clSetKernelArg(product, 2, sizeof d_columns, &d_columns));
    OCL_CHECK(clSetKernelArg(product, 3, sizeof d_values, &d_values));
    OCL_CHECK(clSetKernelArg(product, 5, sizeof size, &size));
    cl_kernel sum = OCL_CREATE(clCreateKernel(program, "cg_dot", &err));
    OCL_CHECK(clSetKernelArg(sum, 0, sizeof d_sums, &d_sums));
    OCL_CHECK(clSetKernelArg(sum, 3, sizeof size, &size));
    cl_kernel combination = OCL_CREATE(clCreateKernel(program, "cg_combine", &err));
    OCL_CHECK(clSetKernelArg(combination, 5, sizeof size, &size));

    // Rounds, until the residual is small.  rr is the square of its length.
    const cl_command_queue queue = env.queue;
    const size_t most = 5 * (width + height);
    const size_t local = ocl_smaller(ocl_local_size(product, env.device, 64),
                                     ocl_smaller(ocl_local_size(sum, env.device, 64),
                                                 ocl_local_size(combination, env.device, 64)));
    const range cells = { ocl_round_up(n, local), local }, sums = { SUMS, local };
    ocl_table table = ocl_table_open(report, "rounds", "round, residual");
    const double rr_b = dot(queue, sum, d_sums, d_r, d_r, sums);
    double rr = rr_b;
    size_t round = 0;
    while (sqrt(rr) > SMALL_ENOUGH * sqrt(rr_b) && round < most) {
        if (round % STEP == 0) ocl_table_row(&table, "%5zu %8.2e", round, sqrt(rr / rr_b));
        matvec(queue, product, d_q, d_p, cells);
        const double alpha = rr / dot(queue, sum, d_sums, d_p, d_q, sums);
        combine(queue, combination, d_x, 1.0, d_x, alpha, d_p, cells);     // x += alpha p
        combine(queue, combination, d_r, 1.0, d_r, -alpha, d_q, cells);    // r -= alpha q
        const double rr_before = rr;
        rr = dot(queue, sum, d_sums, d_r, d_r, sums);
        combine(queue, combination, d_p, 1.0, d_r, rr / rr_before, d_p, cells);
        round++;
    }
    ocl_table_row(&table, "%5zu %8.2e", round, sqrt(rr / rr_b));
    OCL_CHECK(clEnqueueReadBuffer(queue, d_x, CL_TRUE, 0, bytes, x, 0, NULL, NULL));

    // Verify: put x into A x = b, in double.  The r of the device is not exactly b - A x.  In a
    // round, both move by the same alpha p and its product with A, and roundings (u = 2^-24) set
    // them apart.  A makes a vector up to 8 times as long.  No step is longer than x at the end,
    // and r is at most 8 times as long.  In units of u times the length of x:
    //
    //     16    alpha p and x + alpha p, times 8
    //     40    A p: up to 5 roundings of numbers that are together 8 times as long
    //     16    alpha q and r - alpha q
    //
    // The length of x is that of the reference: a wrong x must not make its own bound.
    const double u = FLT_EPSILON / 2.0;
    const double apart = 72.0 * u * (double)round * length(ref, n) / b_length;
    const float residual = (float)(residual_ref(&a, x, b, n) / b_length), none = 0.0f;
    ocl_report_result(report, "b - A x",
                      ocl_verify_f32("b - A x", &residual, &none, 1, 1.01 * SMALL_ENOUGH + apart));

    // Release, in reverse order.
    OCL_CHECK(clReleaseKernel(combination));
    OCL_CHECK(clReleaseKernel(sum));
    OCL_CHECK(clReleaseKernel(product));
    OCL_CHECK(clReleaseMemObject(d_sums));
    OCL_CHECK(clReleaseMemObject(d_q));
    OCL_CHECK(clReleaseMemObject(d_p));
    OCL_CHECK(clReleaseMemObject(d_r));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseMemObject(d_values));
    OCL_CHECK(clReleaseMemObject(d_columns));
    OCL_CHECK(clReleaseMemObject(d_first));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(ref);
    free(b);
    free(x);
    free(a.values);
    free(a.columns);
    free(a.first);
    return ocl_report_close(report);
}
