// SPDX-License-Identifier: MIT
//
// merge_sort - sorts keys by merging sorted runs: each key looks for its own place.
//
// Shows   a merge without an order of steps: a binary search per work-item; a launch for each
//         doubling, between two buffers that change places
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     merge_sort -n 11: shows the runs after each launch; merge_sort -n 1M

#include "ocl.h"

enum { MAX_SHOWN = 16, MAX_LAUNCHES = 30 };    // of 2^30 keys

// For the answer in plain C: qsort.
static int compare_keys(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

// Prints a few keys in one line, with a bar between runs.
static void show(ocl_report *report, cl_uint run, const uint32_t *keys, size_t n)
{
    ocl_report_print(report, "runs of%3u ", run);
    for (size_t i = 0; i < n; i++)
        ocl_report_print(report, "%s%3u", i > 0 && i % run == 0 ? " |" : "  ", keys[i]);
    ocl_report_print(report, "\n");
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "merge_sort",
                              .summary = "Sorts keys by merging sorted runs.",
                              .accepts = "dnks",
                              .size_help = "keys; with 16 and less they are shown",
                              .extents = 1,
                              .most = (uint64_t)1 << MAX_LAUNCHES };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 100003 }, .seed = 1 });

    // Device, data, reference.  Each number comes several times: equal keys need care.
    ocl_env env = ocl_open(&opt);
    const size_t n = opt.n[0], bytes = n * sizeof(cl_uint);
    ocl_require_memory(env.device, (double)bytes, 2.0 * (double)bytes, 2.0 * (double)bytes);
    uint32_t *keys = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    for (size_t i = 0; i < n; i++)
        keys[i] = (uint32_t)(ocl_random(opt.seed, i) % (n <= MAX_SHOWN ? 100 : n / 3));
    memcpy(ref, keys, bytes);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    OCL_TIME_REFERENCE(report, qsort(ref, n, sizeof *ref, compare_keys));

    // Program and buffers: one has the runs, one gets the runs of twice the length.
    cl_program program = ocl_build(&env, "merge_sort.cl", "-cl-std=CL1.2");
    cl_mem d_in = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, keys);
    cl_mem d_out = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "merge_sort", &err));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof(cl_uint), &(cl_uint){ (cl_uint)n }));

    // A launch for each doubling.  At first each key is a run of its own.
    const size_t local = ocl_local_size(kernel, env.device, 64), global = ocl_round_up(n, local);
    cl_event done[MAX_LAUNCHES];
    size_t launches = 0;
    if (n <= MAX_SHOWN) show(report, 1, keys, n);
    for (cl_uint run = 1; run < n; run *= 2) {
        OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
        OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_in, &d_in));
        OCL_CHECK(clSetKernelArg(kernel, 3, sizeof run, &run));
        OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, &local, 0, NULL,
                                         &done[launches++]));
        cl_mem d_merged = d_out;
        d_out = d_in;
        d_in = d_merged;
        if (n > MAX_SHOWN) continue;
        OCL_CHECK(clEnqueueReadBuffer(env.queue, d_in, CL_TRUE, 0, bytes, keys, 0, NULL, NULL));
        show(report, 2 * run, keys, n);
    }
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_in, CL_TRUE, 0, bytes, keys, 0, NULL, NULL));

    // Verify.
    ocl_report_kernel(report, "kernel", done, launches);
    ocl_report_result(report, "keys", ocl_verify_u32("keys", keys, ref, n));

    // Release, in reverse order.
    for (size_t k = 0; k < launches; k++)
        OCL_CHECK(clReleaseEvent(done[k]));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_out));
    OCL_CHECK(clReleaseMemObject(d_in));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(ref);
    free(keys);
    return ocl_report_close(report);
}
