// SPDX-License-Identifier: MIT
//
// matvec - y = A x: a matrix times a vector, one row per work-item.
//
// Shows   a product that uses each number of the matrix once: reading it is all that counts
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     matvec -n 3x5, matvec -n 100x100K, matvec -n 100Kx100, and -k with your own kernel

#include "ocl.h"

// Whole numbers from -8 to 8.  A product is at most 64, so up to 2^18 of them have a sum that a
// float holds exactly: nothing is rounded, in no order.
enum { LARGEST = 8, MOST_COLUMNS = 1 << 18 };

static void fill(float *x, size_t n, uint64_t seed)
{
    for (size_t i = 0; i < n; i++)
        x[i] = (float)(ocl_random(seed, i) % (2 * LARGEST + 1)) - LARGEST;
}

// The answer in plain C.
static void matvec_ref(float *y, const float *a, const float *x, size_t rows, size_t columns)
{
    for (size_t row = 0; row < rows; row++) {
        double sum = 0.0;
        for (size_t i = 0; i < columns; i++)
            sum += (double)a[row * columns + i] * (double)x[i];
        y[row] = (float)sum;
    }
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "matvec",
                              .summary = "A matrix times a vector.",
                              .accepts = "dnks",
                              .size_help = "rows x columns of the matrix",
                              .extents = 2 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 2003, 1009 }, .seed = 1 });
    const size_t rows = opt.n[0], columns = opt.n[1];
    if (columns > MOST_COLUMNS)
        ocl_exit(OCL_EXIT_USAGE, "--size: at most %d columns", MOST_COLUMNS);

    // Device, data, reference.
    ocl_env env = ocl_open(&opt);
    const double a_room = (double)rows * (double)columns * sizeof(float);
    const double y_room = (double)rows * sizeof(float), x_room = (double)columns * sizeof(float);
    ocl_require_memory(env.device, a_room, a_room + y_room + x_room, a_room + 2 * y_room + x_room);
    const size_t a_bytes = rows * columns * sizeof(float);
    const size_t y_bytes = rows * sizeof(float), x_bytes = columns * sizeof(float);
    float *a = ocl_alloc(a_bytes), *x = ocl_alloc(x_bytes);
    float *y = ocl_alloc(y_bytes), *ref = ocl_alloc(y_bytes);
    fill(a, rows * columns, opt.seed);
    fill(x, columns, opt.seed + 1);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "rows", rows);
    ocl_report_count(report, "columns", columns);
    OCL_TIME_REFERENCE(report, matvec_ref(ref, a, x, rows, columns));

    // Program, buffers, arguments.
    cl_program program = ocl_build(&env, "matvec.cl", "-cl-std=CL1.2");
    cl_mem d_y = ocl_buffer(&env, CL_MEM_WRITE_ONLY, y_bytes, NULL);
    cl_mem d_a = ocl_buffer(&env, CL_MEM_READ_ONLY, a_bytes, a);
    cl_mem d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, x_bytes, x);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "matvec", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_y, &d_y));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_a, &d_a));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof(cl_ulong), &(cl_ulong){ rows }));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof(cl_ulong), &(cl_ulong){ columns }));

    // Launch and read.
    const size_t local = ocl_local_size(kernel, env.device, 64), global = ocl_round_up(rows, local);
    cl_event done;
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, &local, 0, NULL, &done));
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_y, CL_TRUE, 0, y_bytes, y, 0, NULL, NULL));

    // Verify.  Nothing is rounded, so nothing may differ.
    ocl_report_kernel(report, "kernel", &done, 1);
    ocl_report_result(report, "y", ocl_verify_f32("y", y, ref, rows, 0.0));

    // Release, in reverse order.
    OCL_CHECK(clReleaseEvent(done));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseMemObject(d_a));
    OCL_CHECK(clReleaseMemObject(d_y));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(ref);
    free(y);
    free(x);
    free(a);
    return ocl_report_close(report);
}
