// SPDX-License-Identifier: MIT
//
// sparse_matvec - y = A x, where A is nearly empty: compressed rows, one per work-item.
//
// Shows   compressed rows (CSR): numbers, their columns, and where each row begins; reading x at
//         places that the matrix names
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     sparse_matvec -n 4, sparse_matvec -n 1M, and -k with your own copy of sparse_matvec.cl

#include "ocl.h"

// Whole numbers from -8 to 8: the sum of a row's products is exact in a float, in any order.
enum { LARGEST = 8, LONGEST = 32, MOST_ROWS = 1 << 26 };

typedef struct {
    size_t rows, count;           // as many columns as rows; numbers that are stored
    uint32_t *first, *columns;    // of row r: from first[r] to first[r + 1] - 1
    float *values;
} matrix;

// Rows of 0 to 32 numbers.  A row of n numbers has one in each n-th part of the columns.
static matrix make(size_t rows, uint64_t seed)
{
    matrix a = { .rows = rows, .first = ocl_alloc((rows + 1) * sizeof *a.first) };
    for (size_t row = 0; row < rows; row++) {
        a.first[row] = (uint32_t)a.count;
        a.count += ocl_random(seed, row) % (ocl_smaller(rows, LONGEST) + 1);
    }
    a.first[rows] = (uint32_t)a.count;
    a.columns = ocl_alloc((a.count + 1) * sizeof *a.columns);    // there may be none
    a.values = ocl_alloc((a.count + 1) * sizeof *a.values);
    for (size_t row = 0; row < rows; row++) {
        const size_t n = a.first[row + 1] - a.first[row];
        for (size_t i = 0; i < n; i++) {
            const size_t at = a.first[row] + i, begin = i * rows / n, end = (i + 1) * rows / n;
            a.columns[at] = (uint32_t)(begin + ocl_random(seed + 1, at) % (end - begin));
            a.values[at] = (float)(ocl_random(seed + 2, at) % (2 * LARGEST + 1)) - LARGEST;
        }
    }
    return a;
}

// The answer in plain C.
static void sparse_matvec_ref(float *y, const matrix *a, const float *x)
{
    for (size_t row = 0; row < a->rows; row++) {
        double sum = 0.0;
        for (size_t i = a->first[row]; i < a->first[row + 1]; i++)
            sum += (double)a->values[i] * (double)x[a->columns[i]];
        y[row] = (float)sum;
    }
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "sparse_matvec",
                              .summary = "A sparse matrix times a vector.",
                              .accepts = "dnks",
                              .size_help = "rows and columns of the matrix",
                              .extents = 1,
                              .most = MOST_ROWS };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 200003 }, .seed = 1 });

    // Device, data, reference.  A number and its column have 8 bytes.
    ocl_env env = ocl_open(&opt);
    const size_t rows = opt.n[0], bytes = rows * sizeof(float);
    const double room = (double)rows * LONGEST * sizeof(float),
                 all = 2 * room + 3.0 * (double)bytes;
    ocl_require_memory(env.device, room, all, all + (double)bytes);
    const matrix a = make(rows, opt.seed);
    float *x = ocl_alloc(bytes), *y = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    for (size_t i = 0; i < rows; i++)
        x[i] = (float)(ocl_random(opt.seed + 3, i) % (2 * LARGEST + 1)) - LARGEST;
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "rows", rows);
    ocl_report_count(report, "numbers", a.count);
    OCL_TIME_REFERENCE(report, sparse_matvec_ref(ref, &a, x));

    // Program, buffers, arguments.
    cl_program program = ocl_build(&env, "sparse_matvec.cl", "-cl-std=CL1.2");
    cl_mem d_y = ocl_buffer(&env, CL_MEM_WRITE_ONLY, bytes, NULL);
    cl_mem d_first = ocl_buffer(&env, CL_MEM_READ_ONLY, (rows + 1) * sizeof *a.first, a.first);
    cl_mem d_columns =
        ocl_buffer(&env, CL_MEM_READ_ONLY, (a.count + 1) * sizeof *a.columns, a.columns);
    cl_mem d_values =
        ocl_buffer(&env, CL_MEM_READ_ONLY, (a.count + 1) * sizeof *a.values, a.values);
    cl_mem d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, x);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "sparse_matvec", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_y, &d_y));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_first, &d_first));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_columns, &d_columns));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof d_values, &d_values));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(kernel, 5, sizeof(cl_ulong), &(cl_ulong){ rows }));

    // Launch and read.
    const size_t local = ocl_local_size(kernel, env.device, 64), global = ocl_round_up(rows, local);
    cl_event done;
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, &local, 0, NULL, &done));
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_y, CL_TRUE, 0, bytes, y, 0, NULL, NULL));

    // Verify.  Nothing is rounded, so nothing may differ.
    ocl_report_kernel(report, "kernel", &done, 1);
    ocl_report_result(report, "y", ocl_verify_f32("y", y, ref, rows, 0.0));

    // Release, in reverse order.
    OCL_CHECK(clReleaseEvent(done));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseMemObject(d_values));
    OCL_CHECK(clReleaseMemObject(d_columns));
    OCL_CHECK(clReleaseMemObject(d_first));
    OCL_CHECK(clReleaseMemObject(d_y));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(ref);
    free(y);
    free(x);
    free(a.values);
    free(a.columns);
    free(a.first);
    return ocl_report_close(report);
}
