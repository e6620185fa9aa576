// SPDX-License-Identifier: MIT
//
// bitonic_sort - sorts keys by comparing pairs, in an order that does not depend on the keys.
//
// Shows   one small kernel, launched many times with other arguments: each launch is one pass over
//         all keys, and the queue runs the passes in order
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     bitonic_sort -n 8: shows the keys after each pass; bitonic_sort -n 100K

#include "ocl.h"

enum { MAX_SHOWN = 16, MAX_PASSES = 30 * 31 / 2 };    // of 2^30 keys

// For the answer in plain C: qsort.
static int compare_keys(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

// Prints a few keys in one line.
static void show(ocl_report *report, const char *what, cl_uint stride, const uint32_t *keys,
                 size_t n)
{
    ocl_report_print(report, "%-8s%3u ", what, stride);
    for (size_t i = 0; i < n; i++)
        ocl_report_print(report, " %3u", keys[i]);
    ocl_report_print(report, "\n");
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "bitonic_sort",
                              .summary = "Sorts keys with a network of comparisons.",
                              .accepts = "dnks",
                              .size_help = "keys; with 16 and less they are shown after each pass",
                              .extents = 1 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 10007 }, .seed = 1 });
    const size_t n = opt.n[0], bytes = n * sizeof(cl_uint);
    if (n > (size_t)1 << 30) ocl_exit(OCL_EXIT_USAGE, "--size: at most 1G keys");

    // Device, data, reference.
    ocl_env env = ocl_open(&opt);
    ocl_require_memory(env.device, (double)bytes, (double)bytes, 2.0 * (double)bytes);
    uint32_t *keys = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    for (size_t i = 0; i < n; i++)
        keys[i] = (uint32_t)(ocl_random(opt.seed, i) % (n <= MAX_SHOWN ? 100 : UINT32_MAX));
    memcpy(ref, keys, bytes);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    OCL_TIME_REFERENCE(report, qsort(ref, n, sizeof *ref, compare_keys));

    // Program, buffer, kernel.
    cl_program program = ocl_build(&env, "bitonic_sort.cl", "-cl-std=CL1.2");
    cl_mem d_keys = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, keys);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "bitonic_sort", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_keys, &d_keys));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof(cl_uint), &(cl_uint){ (cl_uint)n }));
    const size_t local = ocl_local_size(kernel, env.device, 64);

    // Blocks of 2, 4, 8, ... keys become sorted.  The first pass of a block is the flip.
    cl_event done[MAX_PASSES];
    size_t passes = 0;
    for (cl_uint block = 2; block / 2 < n; block *= 2)
        for (cl_uint stride = block / 2; stride > 0; stride /= 2) {
            const cl_uint flip = stride == block / 2;
            const size_t pairs = ocl_divide_up(n, 2 * (size_t)stride) * stride;
            const size_t global = ocl_round_up(pairs, local);
            OCL_CHECK(clSetKernelArg(kernel, 2, sizeof stride, &stride));
            OCL_CHECK(clSetKernelArg(kernel, 3, sizeof flip, &flip));
            OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, &local, 0, NULL,
                                             &done[passes++]));
            if (n > MAX_SHOWN) continue;
            OCL_CHECK(
                clEnqueueReadBuffer(env.queue, d_keys, CL_TRUE, 0, bytes, keys, 0, NULL, NULL));
            show(report, flip ? "flip" : "stride", stride, keys, n);
        }
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_keys, CL_TRUE, 0, bytes, keys, 0, NULL, NULL));

    // Verify.
    ocl_report_kernel(report, "kernel", done, passes);
    ocl_report_result(report, "keys", ocl_verify_u32("keys", keys, ref, n));

    // Release.
    for (size_t k = 0; k < passes; k++)
        OCL_CHECK(clReleaseEvent(done[k]));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_keys));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(ref);
    free(keys);
    return ocl_report_close(report);
}
