// SPDX-License-Identifier: MIT
//
// conjugate_gradient_file_scaled - exercise 3 of conjugate_gradient_file: ones on the diagonal.
//
//     cmake --build build --target exercise_conjugate_gradient_file_scaled
//     build/exercises/conjugate_gradient_file_scaled

#include "ocl.h"

#include "shared/equations/equations.h"

#include <float.h>

enum { SUMS = 1024, LINES = 10 };

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

// Divides each row and each column by the root of its number on the diagonal.
static void scale(equations *e)
{
    matrix *a = &e->a;
    float *root = ocl_alloc(a->rows * sizeof *root);
    for (size_t row = 0; row < a->rows; row++) {
        root[row] = 1.0f;
        //: skeleton
        //: // Exercise 3 of conjugate_gradient_file: the root of the number on the diagonal.
        //: solution
        for (size_t k = a->first[row]; k < a->first[row + 1]; k++)
            if (a->columns[k] == row) root[row] = sqrtf(a->values[k]);
        //: end
    }
    e->largest = 0.0;
    for (size_t row = 0; row < a->rows; row++) {
        double sum = 0.0;
        for (size_t k = a->first[row]; k < a->first[row + 1]; k++) {
            a->values[k] /= root[row] * root[a->columns[k]];
            sum += fabs((double)a->values[k]);
        }
        e->largest = fmax(e->largest, sum);
    }
    free(root);
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "conjugate_gradient_file",
                              .summary = "Solves A x = b for the matrix of a file.",
                              .accepts = "diks" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .seed = 1 });

    // Device, matrix, reference.
    ocl_env env = ocl_open(&opt);
    equations e = equations_load(&opt);
    scale(&e);
    const matrix *a = &e.a;
    const size_t n = a->rows, bytes = n * sizeof(float), numbers = (a->count + 1) * sizeof(cl_uint);
    ocl_require_memory(env.device, (double)(bytes > numbers ? bytes : numbers),
                       5.0 * (double)bytes + 2.0 * (double)numbers, 34.0 * (double)bytes);
    float *x = ocl_alloc(bytes), *b = ocl_alloc(bytes);
    double *ref = ocl_alloc(n * sizeof *ref);
    equations_fill(b, &e, opt.seed);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "rows", n);
    ocl_report_count(report, "numbers", a->count);
    size_t ref_rounds = 0;
    OCL_TIME_REFERENCE(report, ref_rounds = solve_ref(ref, b, &e));
    equations_require_end(&e, ref_rounds);
    const size_t most = 2 * ref_rounds + 10;

    // Program and buffers.  x begins with 0, so the residual r = b - A x and the first direction p
    // are b.
    cl_program program = ocl_build(&env, "conjugate_gradient_file.cl", "-cl-std=CL1.2");
    memset(x, 0, bytes);
    cl_mem d_x = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, x);
    cl_mem d_r = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, b);
    cl_mem d_p = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, b);
    cl_mem d_q = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
    cl_mem d_sums = ocl_buffer(&env, CL_MEM_WRITE_ONLY, SUMS * sizeof(cl_float), NULL);
    cl_mem d_first = ocl_buffer(&env, CL_MEM_READ_ONLY, (n + 1) * sizeof *a->first, a->first);
    cl_mem d_columns = ocl_buffer(&env, CL_MEM_READ_ONLY, numbers, a->columns);
    cl_mem d_values = ocl_buffer(&env, CL_MEM_READ_ONLY, numbers, a->values);

    // Kernels, and the arguments that stay.
    cl_int err;
    method m = { .queue = env.queue, .d_sums = d_sums };
    m.product = OCL_CREATE(clCreateKernel(program, "cg_rows", &err));
    OCL_CHECK(clSetKernelArg(m.product, 0, sizeof d_q, &d_q));
    OCL_CHECK(clSetKernelArg(m.product, 1, sizeof d_p, &d_p));
    OCL_CHECK(clSetKernelArg(m.product, 2, sizeof d_first, &d_first));
    OCL_CHECK(clSetKernelArg(m.product, 3, sizeof d_columns, &d_columns));
    OCL_CHECK(clSetKernelArg(m.product, 4, sizeof d_values, &d_values));
    OCL_CHECK(clSetKernelArg(m.product, 5, sizeof(cl_uint), &(cl_uint){ (cl_uint)n }));
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
    const size_t step = 1 + ref_rounds / LINES;
    ocl_table table = ocl_table_open(report, "rounds", "round, residual");
    const double begin = ocl_wall_ns(), rr_b = dot(&m, d_r, d_r);
    double rr = rr_b;
    size_t round = 0;
    while (sqrt(rr) > SMALL_ENOUGH * sqrt(rr_b) && round < most) {
        if (round % step == 0) ocl_table_row(&table, "%5zu %8.2e", round, sqrt(rr / rr_b));
        launch(&m, m.product, m.global);    // q = A p
        const double alpha = rr / dot(&m, d_p, d_q), rr_before = rr;
        combine(&m, d_x, 1.0, d_x, alpha, d_p);     // x = x + alpha p
        combine(&m, d_r, 1.0, d_r, -alpha, d_q);    // r = r - alpha q
        rr = dot(&m, d_r, d_r);
        combine(&m, d_p, 1.0, d_r, rr / rr_before, d_p);    // p = r + beta p
        round++;
    }
    ocl_table_row(&table, "%5zu %8.2e", round, sqrt(rr / rr_b));
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_x, CL_TRUE, 0, bytes, x, 0, NULL, NULL));
    const double rounds_ms = (ocl_wall_ns() - begin) / 1e6;

    // Verify.  Directions that are rounded cost rounds, so only their number is compared.  Then x
    // is put into A x = b, in double.
    ocl_report_note(report, "the rounds took %.3f ms on the device, by the host's clock",
                    rounds_ms);
    ocl_report_note(report, "%zu rounds in plain C", ref_rounds);
    ocl_report_result(report, "rounds", ocl_verify_equal("fewer than 400", round < 400, 1));
    const double bound = residual_bound(&e, round, ref, b);
    const float residual = (float)residual_ref(x, b, &e);
    ocl_report_result(report, "b - A x",
                      ocl_verify_f32("b - A x", &residual, &(float){ 0.0f }, 1, bound));

    // Release, in reverse order.
    OCL_CHECK(clReleaseKernel(m.combine));
    OCL_CHECK(clReleaseKernel(m.dot));
    OCL_CHECK(clReleaseKernel(m.product));
    OCL_CHECK(clReleaseMemObject(d_values));
    OCL_CHECK(clReleaseMemObject(d_columns));
    OCL_CHECK(clReleaseMemObject(d_first));
    OCL_CHECK(clReleaseMemObject(d_sums));
    OCL_CHECK(clReleaseMemObject(d_q));
    OCL_CHECK(clReleaseMemObject(d_p));
    OCL_CHECK(clReleaseMemObject(d_r));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(ref);
    free(b);
    free(x);
    equations_free(&e);
    return ocl_report_close(report);
}
