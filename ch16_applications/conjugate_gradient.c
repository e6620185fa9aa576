// SPDX-License-Identifier: MIT
//
// conjugate_gradient - solves A x = b: the heat that stays in a plate with warm and cold places.
//
// Shows   a method of several small kernels, and a host that decides after each round whether
//         another one is needed
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clWaitForEvents,
//         clEnqueueReadBuffer
// Try     conjugate_gradient -n 3, conjugate_gradient -n 200, and -n 512x1
//         conjugate_gradient -i data/1138_bus.mtx

#include "ocl.h"

#include "conjugate_gradient/equations.h"

#include <float.h>

enum { MOST = 512, SUMS = 256, STEP = 20, MOST_LINES = 10 };

typedef struct {
    cl_command_queue queue;
    cl_kernel product, dot, combine;
    cl_mem d_sums;
    size_t local, global;    // work-items of a work-group, and of all cells
    double time_ns;          // of all launches, on the device
} method;

// Waits for the end: so a launch that fails is noticed.
static void launch(method *m, cl_kernel kernel, size_t global)
{
    cl_event done;
    OCL_CHECK(
        clEnqueueNDRangeKernel(m->queue, kernel, 1, NULL, &global, &m->local, 0, NULL, &done));
    OCL_CHECK(clWaitForEvents(1, &done));
    m->time_ns += ocl_event_ns(done, done);
    OCL_CHECK(clReleaseEvent(done));
}

// The sum of all products a[i] b[i].
static double dot(method *m, cl_mem d_a, cl_mem d_b)
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

// y = x + b z or y = b x + z: the combination with the factors a and b.
static void combine(method *m, cl_mem d_y, double a, cl_mem d_x, double b, cl_mem d_z)
{
    OCL_CHECK(clSetKernelArg(m->combine, 0, sizeof d_y, &d_y));
    OCL_CHECK(clSetKernelArg(m->combine, 1, sizeof(cl_float), &(cl_float){ (cl_float)a }));
    OCL_CHECK(clSetKernelArg(m->combine, 2, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(m->combine, 3, sizeof(cl_float), &(cl_float){ (cl_float)b }));
    OCL_CHECK(clSetKernelArg(m->combine, 4, sizeof d_z, &d_z));
    launch(m, m->combine, m->global);
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "conjugate_gradient",
                              .summary = "The heat that stays in a plate: A x = b.",
                              .accepts = "dniks",
                              .size_help = "cells of the plate: width x height",
                              .extents = 2,
                              .most = MOST };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 61, 47 }, .seed = 1 });

    // Device, data, reference.
    ocl_env env = ocl_open(&opt);
    equations e = equations_make(&opt);
    const matrix *a = &e.rows;
    const bool is_file = a->rows > 0;
    const size_t n = e.n, bytes = n * sizeof(float), numbers = (a->count + 1) * sizeof(cl_uint);
    ocl_require_memory(env.device, (double)(bytes > numbers ? bytes : numbers),
                       5.0 * (double)bytes + 2.0 * (double)numbers, 34.0 * (double)bytes);
    float *x = ocl_alloc(bytes), *b = ocl_alloc(bytes);
    double *ref = ocl_alloc(n * sizeof *ref);
    float *ref_course = ocl_alloc((e.most_rounds + 1) * sizeof *ref_course);
    equations_fill(b, &e, opt.seed);
    memset(x, 0, bytes);
    ocl_report *report = ocl_report_open(&opt, env.device);
    if (is_file) {
        ocl_report_count(report, "rows", n);
        ocl_report_count(report, "numbers", a->count);
    } else {
        ocl_report_count(report, "width", e.width);
        ocl_report_count(report, "height", e.height);
    }
    size_t ref_rounds = 0;
    OCL_TIME_REFERENCE(report, ref_rounds = solve_ref(ref, ref_course, b, &e));
    equations_require_end(&e, ref_rounds);
    const size_t most = 2 * ref_rounds + 10;
    float *course = ocl_alloc((most + 1) * sizeof *course);

    // Program and buffers.  x begins with 0, so the residual r = b - A x and the first direction p
    // are b.
    cl_program program = ocl_build(&env, "conjugate_gradient.cl", "-cl-std=CL1.2");
    cl_mem d_x = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, x);
    cl_mem d_r = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, b);
    cl_mem d_p = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, b);
    cl_mem d_q = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
    cl_mem d_sums = ocl_buffer(&env, CL_MEM_WRITE_ONLY, SUMS * sizeof(cl_float), NULL);

    // Kernels, and the arguments that stay.
    cl_int err;
    method m = { .queue = env.queue, .d_sums = d_sums };
    cl_mem d_matrix[3] = { NULL, NULL, NULL };    // of a file: first, columns, values
    m.product = OCL_CREATE(clCreateKernel(program, is_file ? "cg_rows" : "cg_plate", &err));
    OCL_CHECK(clSetKernelArg(m.product, 0, sizeof d_q, &d_q));
    OCL_CHECK(clSetKernelArg(m.product, 1, sizeof d_p, &d_p));
    if (is_file) {
        d_matrix[0] = ocl_buffer(&env, CL_MEM_READ_ONLY, (n + 1) * sizeof *a->first, a->first);
        d_matrix[1] = ocl_buffer(&env, CL_MEM_READ_ONLY, numbers, a->columns);
        d_matrix[2] = ocl_buffer(&env, CL_MEM_READ_ONLY, numbers, a->values);
        for (cl_uint k = 0; k < 3; k++)
            OCL_CHECK(clSetKernelArg(m.product, 2 + k, sizeof(cl_mem), &d_matrix[k]));
        OCL_CHECK(clSetKernelArg(m.product, 5, sizeof(cl_uint), &(cl_uint){ (cl_uint)n }));
    } else {
        OCL_CHECK(clSetKernelArg(m.product, 2, sizeof(cl_uint), &(cl_uint){ (cl_uint)e.width }));
        OCL_CHECK(clSetKernelArg(m.product, 3, sizeof(cl_uint), &(cl_uint){ (cl_uint)e.height }));
    }
    m.dot = OCL_CREATE(clCreateKernel(program, "cg_dot", &err));
    OCL_CHECK(clSetKernelArg(m.dot, 0, sizeof d_sums, &d_sums));
    OCL_CHECK(clSetKernelArg(m.dot, 3, sizeof(cl_uint), &(cl_uint){ (cl_uint)n }));
    m.combine = OCL_CREATE(clCreateKernel(program, "cg_combine", &err));
    OCL_CHECK(clSetKernelArg(m.combine, 5, sizeof(cl_uint), &(cl_uint){ (cl_uint)n }));
    m.local = ocl_group_size(env.device, 64);
    m.global = ocl_round_up(n, m.local);

    // Rounds, until the residual is small.  rr is the square of its length.
    const size_t step = STEP * (1 + ref_rounds / (STEP * MOST_LINES));
    ocl_table table = ocl_table_open(report, "rounds", "round, residual");
    const double rr_b = dot(&m, d_r, d_r);
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
    ocl_report_kernel_ns(report, "kernels", m.time_ns);

    // Verify the course of the residual: a method that is merely slower shows here.  Rounding moves
    // it by parts of a million; 1 % is far above that.  64 u (u = 2^-24) are for small plates,
    // which are solved but for rounding, and for a device that stops one round before plain C.  The
    // matrix of a file may be much harder: then directions that are rounded cost rounds, and only
    // their number is compared.
    const double u = FLT_EPSILON / 2.0;
    float *bounds = ocl_alloc((ref_rounds + 1) * sizeof *bounds);
    if (is_file) {
        ocl_report_note(report, "%zu rounds in plain C, at most %zu here", ref_rounds, most);
        ocl_report_result(report, "rounds", ocl_verify_equal("is small", round < most, 1));
    } else {
        for (size_t i = 0; i <= ref_rounds; i++) {
            if (i > round) course[i] = course[round];
            bounds[i] = (float)(0.01 * (double)ref_course[i] + 64.0 * u);
        }
        ocl_report_result(
            report, "course",
            ocl_verify_f32_each("course", course, ref_course, ref_rounds + 1, bounds));
    }

    // Verify the end: put x into A x = b, in double.  The r of the device is not exactly b - A x.
    // In a round, both move by the same alpha p and its product with A, and roundings set them
    // apart.  A makes a vector up to `largest` times as long: 8 times for a plate.  No step is
    // longer than x at the end, and r is at most `largest` times as long.  In units of u times the
    // length of x, times `largest`:
    //
    //     2        alpha p and x + alpha p
    //     terms    A p: so many roundings of numbers that are together `largest` times as long
    //     2        alpha q and r - alpha q
    //
    // The length of x is that of the reference: a wrong x must not make its own bound.
    const double units = e.largest * (double)(4 + e.terms) * (double)round;
    const double apart = units * u * sqrt(dot_ref(ref, ref, n)) / length_ref(b, n);
    const double bound = 1.01 * SMALL_ENOUGH + apart;
    equations_require_bound(&e, bound);
    const float residual = (float)residual_ref(x, b, &e), none = 0.0f;
    ocl_report_result(report, "b - A x", ocl_verify_f32("b - A x", &residual, &none, 1, bound));

    // Release, in reverse order.
    OCL_CHECK(clReleaseKernel(m.combine));
    OCL_CHECK(clReleaseKernel(m.dot));
    OCL_CHECK(clReleaseKernel(m.product));
    for (int k = 2; is_file && k >= 0; k--)
        OCL_CHECK(clReleaseMemObject(d_matrix[k]));
    OCL_CHECK(clReleaseMemObject(d_sums));
    OCL_CHECK(clReleaseMemObject(d_q));
    OCL_CHECK(clReleaseMemObject(d_p));
    OCL_CHECK(clReleaseMemObject(d_r));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(bounds);
    free(ref_course);
    free(course);
    free(ref);
    free(b);
    free(x);
    equations_free(&e);
    return ocl_report_close(report);
}
