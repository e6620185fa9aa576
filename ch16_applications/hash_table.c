// SPDX-License-Identifier: MIT
//
// hash_table - how often does each key come?  A table that thousands of work-items fill at once.
//
// Shows   a slot that only one of many gets, by atomic_cmpxchg; linear probing
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     hash_table -n 1M, and -k with your own copy of hash_table.cl

#include "ocl.h"

// For the answer in plain C.
static int compare_keys(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

// How many of the sorted keys are below `limit`.
static size_t below(const uint32_t *sorted, size_t n, uint64_t limit)
{
    size_t low = 0, high = n;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (sorted[middle] < limit)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// The answer in plain C, without a hash: sorts the keys, and looks where each query begins and
// ends.
static void hash_table_ref(uint32_t *counts, uint32_t *keys, const uint32_t *queries, size_t n)
{
    qsort(keys, n, sizeof *keys, compare_keys);
    for (size_t i = 0; i < n; i++)
        counts[i] =
            (uint32_t)(below(keys, n, (uint64_t)queries[i] + 1) - below(keys, n, queries[i]));
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "hash_table",
                              .summary = "How often each key comes.",
                              .accepts = "dnks",
                              .size_help = "keys, and as many queries",
                              .extents = 1,
                              .most = (uint64_t)1 << 28 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 100003 }, .seed = 1 });

    // Device, keys, queries, reference.  Keys come one or more times; every other query is no key.
    ocl_env env = ocl_open(&opt);
    const size_t n = opt.n[0], bytes = n * sizeof(cl_uint);
    size_t slots = 2;    // a power of two, and the table is at most half full
    while (slots < 2 * n)
        slots *= 2;
    const size_t table_bytes = slots * sizeof(cl_uint);
    ocl_require_memory(env.device, (double)table_bytes,
                       2.0 * (double)table_bytes + 3.0 * (double)bytes,
                       (double)table_bytes + 5.0 * (double)bytes);
    uint32_t *keys = ocl_alloc(bytes), *queries = ocl_alloc(bytes), *found = ocl_alloc(bytes);
    uint32_t *sorted = ocl_alloc(bytes), *ref = ocl_alloc(bytes), *empty = ocl_alloc(table_bytes);
    for (size_t i = 0; i < n; i++)
        keys[i] = (uint32_t)(ocl_random(opt.seed, ocl_random(opt.seed + 1, i) % n) | 1);
    for (size_t i = 0; i < n; i++)
        queries[i] = keys[n - 1 - i] ^ (uint32_t)(i % 2);
    memcpy(sorted, keys, bytes);
    memset(empty, 0, table_bytes);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "keys", n);
    ocl_report_count(report, "slots", slots);
    OCL_TIME_REFERENCE(report, hash_table_ref(ref, sorted, queries, n));

    // Program and buffers.  At first all slots are empty.
    cl_program program = ocl_build(&env, "hash_table.cl", "-cl-std=CL1.2");
    cl_mem d_table = ocl_buffer(&env, CL_MEM_READ_WRITE, table_bytes, empty);
    cl_mem d_counts = ocl_buffer(&env, CL_MEM_READ_WRITE, table_bytes, empty);
    cl_mem d_keys = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, keys);
    cl_mem d_queries = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, queries);
    cl_mem d_found = ocl_buffer(&env, CL_MEM_WRITE_ONLY, bytes, NULL);

    // Arguments.
    cl_int err;
    cl_kernel insert = OCL_CREATE(clCreateKernel(program, "insert", &err));
    OCL_CHECK(clSetKernelArg(insert, 0, sizeof d_table, &d_table));
    OCL_CHECK(clSetKernelArg(insert, 1, sizeof d_counts, &d_counts));
    OCL_CHECK(clSetKernelArg(insert, 2, sizeof d_keys, &d_keys));
    OCL_CHECK(clSetKernelArg(insert, 3, sizeof(cl_uint), &(cl_uint){ (cl_uint)n }));
    OCL_CHECK(clSetKernelArg(insert, 4, sizeof(cl_uint), &(cl_uint){ (cl_uint)slots }));
    cl_kernel look_up = OCL_CREATE(clCreateKernel(program, "look_up", &err));
    OCL_CHECK(clSetKernelArg(look_up, 0, sizeof d_found, &d_found));
    OCL_CHECK(clSetKernelArg(look_up, 1, sizeof d_table, &d_table));
    OCL_CHECK(clSetKernelArg(look_up, 2, sizeof d_counts, &d_counts));
    OCL_CHECK(clSetKernelArg(look_up, 3, sizeof d_queries, &d_queries));
    OCL_CHECK(clSetKernelArg(look_up, 4, sizeof(cl_uint), &(cl_uint){ (cl_uint)n }));
    OCL_CHECK(clSetKernelArg(look_up, 5, sizeof(cl_uint), &(cl_uint){ (cl_uint)slots }));

    // Launch both and read.  The second one begins when the first one has ended.
    const size_t local = ocl_smaller(ocl_local_size(insert, env.device, 64),
                                     ocl_local_size(look_up, env.device, 64));
    const size_t global = ocl_round_up(n, local);
    cl_event done[2];
    OCL_CHECK(
        clEnqueueNDRangeKernel(env.queue, insert, 1, NULL, &global, &local, 0, NULL, &done[0]));
    OCL_CHECK(
        clEnqueueNDRangeKernel(env.queue, look_up, 1, NULL, &global, &local, 0, NULL, &done[1]));
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_found, CL_TRUE, 0, bytes, found, 0, NULL, NULL));

    // Verify.
    ocl_report_kernel(report, "insert", &done[0], 1);
    ocl_report_kernel(report, "look_up", &done[1], 1);
    ocl_report_result(report, "counts", ocl_verify_u32("counts", found, ref, n));

    // Release, in reverse order.
    OCL_CHECK(clReleaseEvent(done[1]));
    OCL_CHECK(clReleaseEvent(done[0]));
    OCL_CHECK(clReleaseKernel(look_up));
    OCL_CHECK(clReleaseKernel(insert));
    OCL_CHECK(clReleaseMemObject(d_found));
    OCL_CHECK(clReleaseMemObject(d_queries));
    OCL_CHECK(clReleaseMemObject(d_keys));
    OCL_CHECK(clReleaseMemObject(d_counts));
    OCL_CHECK(clReleaseMemObject(d_table));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(empty);
    free(ref);
    free(sorted);
    free(found);
    free(queries);
    free(keys);
    return ocl_report_close(report);
}
