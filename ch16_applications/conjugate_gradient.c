// SPDX-License-Identifier: MIT
//
// conjugate_gradient - solves A x = b: the heat that stays in a plate with warm and cold places.
//
// Shows   a method of several small kernels, and a host that decides after each round whether
//         another one is needed
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     conjugate_gradient -n 3, conjugate_gradient -n 200, and -n 512x1

#include "ocl.h"

#include <float.h>

enum { MOST = 512, SUMS = 1024, STEP = 20 };

static const double SMALL_ENOUGH = 1e-5;    // of the residual, as a part of b

typedef struct {
    size_t width, height;
} plate;

typedef struct {
    cl_command_queue queue;
    cl_kernel product, dot, combine;
    cl_mem d_sums;
    size_t local, global;    // work-items of a work-group, and of all cells
} method;

// The queue is in order: a launch begins when the one before has ended.
static void launch(const method *m, cl_kernel kernel, size_t global)
{
    OCL_CHECK(clEnqueueNDRangeKernel(m->queue, kernel, 1, NULL, &global, &m->local, 0, NULL, NULL));
}

// The sum of all products a[i] b[i].  The read waits for the sums, and so for all before them.
static double dot(const method *m, cl_mem d_a, cl_mem d_b)
{
    float sums[SUMS];
    OCL_CHECK(clSetKernelArg(m->dot, 1, sizeof d_a, &d_a));
    OCL_CHECK(clSetKernelArg(m->dot, 2, sizeof d_b, &d_b));
    launch(m, m->dot, SUMS);
    OCL_CHECK(
        clEnqueueReadBuffer(m->queue, m->d_sums, CL_TRUE, 0, sizeof sums, sums, 0, NULL, NULL));
    double sum = 0.0;
    for (int i = 0; i < SUMS; i++)
        sum += (double)sums[i];
    return sum;
}

// y = s x + t z.
static void combine(const method *m, cl_mem d_y, double s, cl_mem d_x, double t, cl_mem d_z)
{
    OCL_CHECK(clSetKernelArg(m->combine, 0, sizeof d_y, &d_y));
    OCL_CHECK(clSetKernelArg(m->combine, 1, sizeof(cl_float), &(cl_float){ (cl_float)s }));
    OCL_CHECK(clSetKernelArg(m->combine, 2, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(m->combine, 3, sizeof(cl_float), &(cl_float){ (cl_float)t }));
    OCL_CHECK(clSetKernelArg(m->combine, 4, sizeof d_z, &d_z));
    launch(m, m->combine, m->global);
}

// q = A p in plain C.  Beyond the rim all is 0.
static void product_ref(double *q, const double *p, plate s)
{
    for (size_t i = 0; i < s.width * s.height; i++) {
        const size_t x = i % s.width, y = i / s.width;
        q[i] = 4.0 * p[i] - (y > 0 ? p[i - s.width] : 0.0) - (x > 0 ? p[i - 1] : 0.0) -
               (x + 1 < s.width ? p[i + 1] : 0.0) - (y + 1 < s.height ? p[i + s.width] : 0.0);
    }
}

static double dot_ref(const double *a, const double *b, size_t n)
{
    double sum = 0.0;
    for (size_t i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

// The answer in plain C.  course[k] is the length of the residual after k rounds, as a part of b.
// `work` has room for r, p and q.  Returns the number of rounds.
static size_t solve_ref(double *x, float *course, double *work, const double *b, plate s)
{
    const size_t n = s.width * s.height;
    double *r = work, *p = work + n, *q = work + 2 * n;
    for (size_t i = 0; i < n; i++) {
        x[i] = 0.0;
        r[i] = p[i] = b[i];
    }
    const double rr_b = dot_ref(r, r, n);
    double rr = rr_b;
    size_t round = 0;
    course[0] = 1.0f;
    while (sqrt(rr) > SMALL_ENOUGH * sqrt(rr_b)) {
        product_ref(q, p, s);
        const double alpha = rr / dot_ref(p, q, n), rr_before = rr;
        for (size_t i = 0; i < n; i++) {
            x[i] += alpha * p[i];
            r[i] -= alpha * q[i];
        }
        rr = dot_ref(r, r, n);
        for (size_t i = 0; i < n; i++)
            p[i] = r[i] + rr / rr_before * p[i];
        course[++round] = (float)sqrt(rr / rr_b);
    }
    return round;
}

// How long b - A x may be at the end, as a part of b.  The r of the device is not exactly b - A x.
// In a round, both move by the same alpha p and its product with A, and roundings set them apart.
// A makes a vector up to 8 times as long.  No step is longer than x at the end, and r is at most 8
// times as long.  In units of u = 2^-24 times the length of x, times 8:
//
//     2    alpha p and x + alpha p
//     4    A p: so many roundings of numbers that are together 8 times as long
//     2    alpha q and r - alpha q
//
// x is that of the reference: a wrong x must not make its own bound.
static double bound_of(size_t rounds, const double *x, const double *b, size_t n)
{
    const double u = FLT_EPSILON / 2.0, units = 8.0 * (2 + 4 + 2) * (double)rounds;
    return 1.01 * SMALL_ENOUGH + units * u * sqrt(dot_ref(x, x, n) / dot_ref(b, b, n));
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

    // Device, data, reference.
    ocl_env env = ocl_open(&opt);
    const plate s = { opt.n[0], opt.n[1] };
    const size_t n = s.width * s.height, bytes = n * sizeof(float);
    ocl_require_memory(env.device, (double)bytes, 5.0 * (double)bytes, 14.0 * (double)bytes);
    float *x = ocl_alloc(bytes), *b = ocl_alloc(bytes);
    double *ref = ocl_alloc(2 * bytes), *b_f64 = ocl_alloc(2 * bytes), *work = ocl_alloc(6 * bytes);
    const size_t room = 5 * (s.width + s.height);    // plain C needs fewer rounds
    float *ref_course = ocl_alloc((room + 1) * sizeof *ref_course);
    ocl_fill_f32(b, n, -1, 1, opt.seed);
    for (size_t i = 0; i < n; i++)
        b_f64[i] = (double)b[i];
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", s.width);
    ocl_report_count(report, "height", s.height);
    size_t ref_rounds = 0;
    OCL_TIME_REFERENCE(report, ref_rounds = solve_ref(ref, ref_course, work, b_f64, s));
    const size_t most = 2 * ref_rounds + 10;
    float *course = ocl_alloc((most + 1) * sizeof *course);

    // Program and buffers.  x begins with 0, so the residual r = b - A x and the first direction p
    // are b.
    cl_program program = ocl_build(&env, "conjugate_gradient.cl", "-cl-std=CL1.2");
    memset(x, 0, bytes);
    cl_mem d_x = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, x);
    cl_mem d_r = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, b);
    cl_mem d_p = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, b);
    cl_mem d_q = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
    cl_mem d_sums = ocl_buffer(&env, CL_MEM_WRITE_ONLY, SUMS * sizeof(cl_float), NULL);

    // Kernels, and the arguments that stay.
    cl_int err;
    method m = { .queue = env.queue, .d_sums = d_sums };
    m.product = OCL_CREATE(clCreateKernel(program, "cg_plate", &err));
    OCL_CHECK(clSetKernelArg(m.product, 0, sizeof d_q, &d_q));
    OCL_CHECK(clSetKernelArg(m.product, 1, sizeof d_p, &d_p));
    OCL_CHECK(clSetKernelArg(m.product, 2, sizeof(cl_uint), &(cl_uint){ (cl_uint)s.width }));
    OCL_CHECK(clSetKernelArg(m.product, 3, sizeof(cl_uint), &(cl_uint){ (cl_uint)s.height }));
    m.dot = OCL_CREATE(clCreateKernel(program, "cg_dot", &err));
    OCL_CHECK(clSetKernelArg(m.dot, 0, sizeof d_sums, &d_sums));
    OCL_CHECK(clSetKernelArg(m.dot, 3, sizeof(cl_uint), &(cl_uint){ (cl_uint)n }));
    m.combine = OCL_CREATE(clCreateKernel(program, "cg_combine", &err));
    OCL_CHECK(clSetKernelArg(m.combine, 5, sizeof(cl_uint), &(cl_uint){ (cl_uint)n }));
    m.local = ocl_local_size(m.product, env.device, 64);    // one that all kernels allow
    m.local = ocl_local_size(m.dot, env.device, m.local);
    m.local = ocl_local_size(m.combine, env.device, m.local);
    m.global = ocl_round_up(n, m.local);

    // Rounds, until the residual is small.  rr is the square of its length.
    const size_t step = STEP * (1 + ref_rounds / (10 * STEP));    // about ten lines
    ocl_table table = ocl_table_open(report, "rounds", "round, residual");
    const double begin = ocl_wall_ns(), rr_b = dot(&m, d_r, d_r);
    double rr = rr_b;
    size_t round = 0;
    course[0] = 1.0f;
    while (sqrt(rr) > SMALL_ENOUGH * sqrt(rr_b) && round < most) {
        if (round % step == 0) ocl_table_row(&table, "%5zu %8.2e", round, sqrt(rr / rr_b));
        launch(&m, m.product, m.global);    // q = A p
        const double alpha = rr / dot(&m, d_p, d_q), rr_before = rr;
        combine(&m, d_x, 1.0, d_x, alpha, d_p);     // x = x + alpha p
        combine(&m, d_r, 1.0, d_r, -alpha, d_q);    // r = r - alpha q
        rr = dot(&m, d_r, d_r);
        combine(&m, d_p, 1.0, d_r, rr / rr_before, d_p);    // p = r + beta p
        course[++round] = (float)sqrt(rr / rr_b);
    }
    ocl_table_row(&table, "%5zu %8.2e", round, sqrt(rr / rr_b));
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_x, CL_TRUE, 0, bytes, x, 0, NULL, NULL));
    const double rounds_ms = (ocl_wall_ns() - begin) / 1e6;

    // Verify the course of the residual: a method that is merely slower shows here.  Rounding moves
    // it by parts of a million; 1 % is far above that.  64 u (u = 2^-24) are for small plates,
    // which are solved but for rounding, and for a device that stops one round before plain C.
    float *bounds = ocl_alloc((ref_rounds + 1) * sizeof *bounds);
    for (size_t i = 0; i <= ref_rounds; i++) {
        if (i > round) course[i] = course[round];
        bounds[i] = (float)(0.01 * (double)ref_course[i] + 32.0 * (double)FLT_EPSILON);
    }
    ocl_report_note(report, "the rounds took %.3f ms on the device, by the host's clock",
                    rounds_ms);
    ocl_report_result(report, "course",
                      ocl_verify_f32_each("course", course, ref_course, ref_rounds + 1, bounds));

    // Verify the end: put x into A x = b, in double.
    double *x_f64 = work, *rest = work + n;
    for (size_t i = 0; i < n; i++)
        x_f64[i] = (double)x[i];
    product_ref(rest, x_f64, s);
    for (size_t i = 0; i < n; i++)
        rest[i] -= b_f64[i];
    const float residual = (float)sqrt(dot_ref(rest, rest, n) / dot_ref(b_f64, b_f64, n));
    ocl_report_result(
        report, "b - A x",
        ocl_verify_f32("b - A x", &residual, &(float){ 0.0f }, 1, bound_of(round, ref, b_f64, n)));

    // Release, in reverse order.
    OCL_CHECK(clReleaseKernel(m.combine));
    OCL_CHECK(clReleaseKernel(m.dot));
    OCL_CHECK(clReleaseKernel(m.product));
    OCL_CHECK(clReleaseMemObject(d_sums));
    OCL_CHECK(clReleaseMemObject(d_q));
    OCL_CHECK(clReleaseMemObject(d_p));
    OCL_CHECK(clReleaseMemObject(d_r));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(bounds);
    free(course);
    free(ref_course);
    free(work);
    free(b_f64);
    free(ref);
    free(b);
    free(x);
    return ocl_report_close(report);
}
