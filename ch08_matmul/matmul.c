// SPDX-License-Identifier: MIT
//
// matmul - C = A B: each number is used many times, so it pays to keep it near.
//
// Shows   one element of C per work-item; tiles in local memory, which a whole work-group uses
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     matmul -n 3x5x4, matmul -n 1024 -d gpu, and -k with your own copy of matmul.cl

#include "ocl.h"

static const char *const NAMES[] = { "naive", "tiled" };
static const char *const KERNELS[] = { "matmul_naive", "matmul_tiled" };

// Whole numbers from -8 to 8.  A product is at most 64, so up to 2^18 of them have a sum that a
// float holds exactly: nothing is rounded, in no order.
enum { LARGEST = 8, MAX_K = 1 << 18 };

static void fill(float *x, size_t n, uint64_t seed)
{
    for (size_t i = 0; i < n; i++)
        x[i] = (float)(ocl_random(seed, i) % (2 * LARGEST + 1)) - LARGEST;
}

// The answer in plain C.
static void matmul_ref(float *c, const float *a, const float *b, const size_t mnk[3])
{
    const size_t m = mnk[0], n = mnk[1], k = mnk[2];
    for (size_t row = 0; row < m; row++)
        for (size_t column = 0; column < n; column++) {
            double sum = 0.0;
            for (size_t i = 0; i < k; i++)
                sum += (double)a[row * k + i] * (double)b[i * n + column];
            c[row * n + column] = (float)sum;
        }
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "matmul",
                              .summary = "C = A B: from global memory, and with tiles.",
                              .accepts = "dnks",
                              .size_help = "rows of A x columns of B x columns of A",
                              .extents = 3,
                              .most = UINT32_MAX / 2 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 251, 263, 257 }, .seed = 1 });
    const size_t m = opt.n[0], n = opt.n[1], k = opt.n[2];
    if (m > 65535 || k > MAX_K)    // the work-groups of dimension 1 that NVIDIA's GPUs take
        ocl_exit(OCL_EXIT_USAGE, "--size: at most 65535 rows of at most %d numbers in A", MAX_K);

    // Device, data, reference.
    ocl_env env = ocl_open(&opt);
    const double c_room = (double)m * (double)n * sizeof(float);
    const double a_room = (double)m * (double)k * sizeof(float);
    const double b_room = (double)k * (double)n * sizeof(float);
    ocl_require_memory(env.device, fmax(c_room, fmax(a_room, b_room)), 2 * c_room + a_room + b_room,
                       2 * c_room + a_room + b_room);
    const size_t c_bytes = m * n * sizeof(float);
    const size_t a_bytes = m * k * sizeof(float), b_bytes = k * n * sizeof(float);
    float *c = ocl_alloc(c_bytes), *a = ocl_alloc(a_bytes), *b = ocl_alloc(b_bytes);
    float *ref = ocl_alloc(c_bytes);
    fill(a, m * k, opt.seed);
    fill(b, k * n, opt.seed + 1);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "m", m);
    ocl_report_count(report, "n", n);
    ocl_report_count(report, "k", k);
    OCL_TIME_REFERENCE(report, matmul_ref(ref, a, b, opt.n));

    // Program, inputs, and the NDRange: whole work-groups of 16 x 16 work-items, or of what the
    // device has.
    const size_t side = ocl_group_size(env.device, 256) >= 256 ? 16 : 1;
    const size_t wanted[2] = { side, side };
    const size_t global[2] = { ocl_round_up(n, side), ocl_round_up(m, side) };
    cl_program program = ocl_build(&env, "matmul.cl", "-DSIDE=%zu", side);
    cl_mem d_a = ocl_buffer(&env, CL_MEM_READ_ONLY, a_bytes, a);
    cl_mem d_b = ocl_buffer(&env, CL_MEM_READ_ONLY, b_bytes, b);

    // Two kernels with the same arguments, each with an output of its own.
    cl_mem d_c[2];
    cl_event done[2];
    for (int i = 0; i < 2; i++) {
        cl_int err;
        cl_kernel kernel = OCL_CREATE(clCreateKernel(program, KERNELS[i], &err));
        d_c[i] = ocl_buffer(&env, CL_MEM_WRITE_ONLY, c_bytes, NULL);
        OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_c[i], &d_c[i]));
        OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_a, &d_a));
        OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_b, &d_b));
        OCL_CHECK(clSetKernelArg(kernel, 3, sizeof(cl_uint), &(cl_uint){ (cl_uint)m }));
        OCL_CHECK(clSetKernelArg(kernel, 4, sizeof(cl_uint), &(cl_uint){ (cl_uint)n }));
        OCL_CHECK(clSetKernelArg(kernel, 5, sizeof(cl_uint), &(cl_uint){ (cl_uint)k }));
        size_t local[2];    // the plain kernel may have a limit of its own
        ocl_local_size_2d(kernel, env.device, wanted, local);
        OCL_CHECK(
            clEnqueueNDRangeKernel(env.queue, kernel, 2, NULL, global, local, 0, NULL, &done[i]));
        OCL_CHECK(clReleaseKernel(kernel));
    }

    // Verify.
    for (int i = 0; i < 2; i++)
        ocl_report_kernel(report, NAMES[i], &done[i], 1);
    for (int i = 0; i < 2; i++) {
        OCL_CHECK(clEnqueueReadBuffer(env.queue, d_c[i], CL_TRUE, 0, c_bytes, c, 0, NULL, NULL));
        ocl_report_result(report, NAMES[i], ocl_verify_f32(NAMES[i], c, ref, m * n, 0.0));
    }

    // Release.
    for (int i = 0; i < 2; i++) {
        OCL_CHECK(clReleaseEvent(done[i]));
        OCL_CHECK(clReleaseMemObject(d_c[i]));
    }
    OCL_CHECK(clReleaseMemObject(d_b));
    OCL_CHECK(clReleaseMemObject(d_a));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(ref);
    free(b);
    free(a);
    free(c);
    return ocl_report_close(report);
}
