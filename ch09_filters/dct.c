// SPDX-License-Identifier: MIT
//
// dct - the cosine transform of blocks of 8 x 8 samples, and back: what JPEG does with a picture.
//
// Shows   a formula that is separable: rows first, then columns, with a barrier in between
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     dct -n 1: shows the block and its coefficients; dct -n 100K -d gpu

#include "ocl.h"

#include <float.h>

enum { LAUNCHES = 3 };
static const char *const NAMES[LAUNCHES] = { "direct", "separable", "back" };
static const char *const KERNELS[LAUNCHES] = { "dct_direct", "dct_separable", "dct_back" };

// Each product and each sum of floats has a relative error of at most UNIT.  A term of `direct` is
// part of 2 rounded cosines, 2 products and 63 sums; in two steps these are 2 * (1 + 1 + 7).  The
// reference is rounded, too, and 1 more is for errors of errors.  A row of cosines has the length
// 1: so the terms of a coefficient add up to 8 * 128 at most, without their signs.
//
// On the way back the same happens again, and the errors of the coefficients come on top.  The
// transform keeps lengths.  So an error of at most e in each of 64 numbers becomes 8 e at most.
static const double UNIT = FLT_EPSILON / 2.0, LARGEST = 8.0 * 128.0;
static const double ROUNDINGS[LAUNCHES] = { 2 + 2 + 63 + 2, 18 + 2, 8 * (18 + 2) + 18 + 2 };

// Blocks as in a picture: whole numbers, a slope and a little noise.
static void fill(float *samples, size_t n, uint64_t seed)
{
    for (size_t b = 0; b < n; b++) {
        const float level = ocl_random_f32(-40, 40, seed, b);
        const float right = ocl_random_f32(-5, 5, seed + 1, b);
        const float down = ocl_random_f32(-5, 5, seed + 2, b);
        for (size_t i = 0; i < 64; i++)
            samples[64 * b + i] =
                (float)(int)(level + right * (float)(i % 8) + down * (float)(i / 8) +
                             ocl_random_f32(-4, 4, seed + 3, 64 * b + i));
    }
}

// The answer in plain C: the formula as it stands in books.
static void dct_ref(float *coefficients, const float *samples, double cosines[8][8], size_t n)
{
    for (size_t i = 0; i < 64 * n; i++) {
        const size_t block = i / 64 * 64, v = i / 8 % 8, u = i % 8;
        double sum = 0.0;
        for (size_t y = 0; y < 8; y++)
            for (size_t x = 0; x < 8; x++)
                sum += (double)samples[block + 8 * y + x] * cosines[u][x] * cosines[v][y];
        coefficients[i] = (float)sum;
    }
}

static void show(ocl_report *report, const char *what, const float block[64])
{
    ocl_report_print(report, "\n%s\n", what);
    for (size_t i = 0; i < 64; i++)
        ocl_report_print(report, "%8.1f%s", (double)block[i], i % 8 == 7 ? "\n" : "");
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "dct",
                              .summary = "The cosine transform of blocks of 8 x 8, and back.",
                              .accepts = "dnks",
                              .size_help = "blocks; a single one is shown",
                              .extents = 1 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 2003 }, .seed = 1 });

    // Device, data, reference.
    ocl_env env = ocl_open(&opt);
    if (ocl_group_size(env.device, 64) < 64)
        ocl_exit(OCL_EXIT_SKIP, "this device has no work-groups of 8 x 8 work-items");
    const double room = 64.0 * sizeof(float) * (double)opt.n[0];
    ocl_require_memory(env.device, room, 4 * room, 3 * room);
    const size_t blocks = opt.n[0], n = 64 * blocks, bytes = n * sizeof(float);
    float *samples = ocl_alloc(bytes), *ref = ocl_alloc(bytes), *out = ocl_alloc(bytes);
    fill(samples, blocks, opt.seed);
    double exact[8][8];
    float cosines[8][8];
    for (int u = 0; u < 8; u++)
        for (int x = 0; x < 8; x++) {
            exact[u][x] = (u == 0 ? sqrt(0.125) : 0.5) * cos((2 * x + 1) * u * acos(-1.0) / 16);
            cosines[u][x] = (float)exact[u][x];
        }
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "blocks", blocks);
    OCL_TIME_REFERENCE(report, dct_ref(ref, samples, exact, blocks));

    // Program, inputs, and the NDRange: a work-group per block.
    cl_program program = ocl_build(&env, "dct.cl", "-cl-std=CL1.2");
    cl_mem d_samples = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, samples);
    cl_mem d_cosines = ocl_buffer(&env, CL_MEM_READ_ONLY, sizeof cosines, cosines);
    const size_t local[2] = { 8, 8 }, global[2] = { 8 * blocks, 8 };

    // Two ways there, and the way back from what the second one has written.
    cl_mem d_out[LAUNCHES];
    cl_event done[LAUNCHES];
    for (int i = 0; i < LAUNCHES; i++) {
        const cl_mem d_in = i < 2 ? d_samples : d_out[1];
        cl_int err;
        cl_kernel kernel = OCL_CREATE(clCreateKernel(program, KERNELS[i], &err));
        d_out[i] = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
        OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out[i], &d_out[i]));
        OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_in, &d_in));
        OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_cosines, &d_cosines));
        OCL_CHECK(
            clEnqueueNDRangeKernel(env.queue, kernel, 2, NULL, global, local, 0, NULL, &done[i]));
        OCL_CHECK(clReleaseKernel(kernel));
    }

    if (blocks == 1) {
        OCL_CHECK(clEnqueueReadBuffer(env.queue, d_out[1], CL_TRUE, 0, bytes, out, 0, NULL, NULL));
        show(report, "samples", samples);
        show(report, "coefficients", out);
    }

    // Verify: the coefficients, and that the way back ends where it began.
    for (int i = 0; i < LAUNCHES; i++)
        ocl_report_kernel(report, NAMES[i], &done[i], 1);
    for (int i = 0; i < LAUNCHES; i++) {
        OCL_CHECK(clEnqueueReadBuffer(env.queue, d_out[i], CL_TRUE, 0, bytes, out, 0, NULL, NULL));
        ocl_report_result(
            report, NAMES[i],
            ocl_verify_f32(NAMES[i], out, i < 2 ? ref : samples, n, ROUNDINGS[i] * UNIT * LARGEST));
    }

    // Release.
    for (int i = 0; i < LAUNCHES; i++) {
        OCL_CHECK(clReleaseEvent(done[i]));
        OCL_CHECK(clReleaseMemObject(d_out[i]));
    }
    OCL_CHECK(clReleaseMemObject(d_cosines));
    OCL_CHECK(clReleaseMemObject(d_samples));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(out);
    free(ref);
    free(samples);
    return ocl_report_close(report);
}
