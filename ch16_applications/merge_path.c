// SPDX-License-Identifier: MIT
//
// merge_path - sorts keys by merges, faster: tiles in local memory, several keys per work-item.
//
// Shows   ten launches as one, with barriers between passes; a merge by hand, whose begin is found
//         by a binary search (merge path)
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     merge_path -n 1M, and the same with merge_sort
//         merge_path --local 128 on a CPU, --local 1 on a GPU

#include "ocl.h"

enum { TILE = 1024, MAX_LAUNCHES = 21 };    // keys of a tile; one launch for tiles, and 20 merges

// For the answer in plain C: qsort.
static int compare_keys(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    // Options.
    size_t wanted = 0;
    const ocl_option own[] = { { .usage = "-g, --local N: work-items per work-group, at most",
                                 .count = &wanted,
                                 .most = TILE },
                               { .usage = NULL } };
    const ocl_about about = { .name = "merge_path",
                              .summary = "Sorts keys by merges, several keys per work-item.",
                              .accepts = "dnks",
                              .size_help = "keys",
                              .extents = 1,
                              .most = (uint64_t)1 << 30,
                              .own = own };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 100003 }, .seed = 1 });

    // Device, data, reference.  Each number comes several times: equal keys need care.
    ocl_env env = ocl_open(&opt);
    const size_t n = opt.n[0], bytes = n * sizeof(cl_uint);
    ocl_require_memory(env.device, (double)bytes, 2.0 * (double)bytes, 2.0 * (double)bytes);
    uint32_t *keys = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    for (size_t i = 0; i < n; i++)
        keys[i] = (uint32_t)(ocl_random(opt.seed, i) % (n <= 16 ? 100 : n / 3));
    memcpy(ref, keys, bytes);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    OCL_TIME_REFERENCE(report, qsort(ref, n, sizeof *ref, compare_keys));

    // Program and buffers.  A CPU wants one work-item for a tile, and 1024 keys for each: it has
    // kernels of its own, with the same names and arguments.
    if (wanted == 0) wanted = ocl_is_cpu(env.device) ? 1 : 128;
    const size_t group = ocl_group_size(env.device, wanted), items = TILE / group;
    cl_program program = ocl_build(&env, group == 1 ? "merge_path_long.cl" : "merge_path.cl",
                                   "-cl-std=CL1.2 -DLOCAL=%zu -DTILE=%d", group, TILE);
    cl_mem d_in = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, keys);
    cl_mem d_out = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
    cl_int err;
    cl_kernel tiles = OCL_CREATE(clCreateKernel(program, "merge_path_tiles", &err));
    cl_kernel merge = OCL_CREATE(clCreateKernel(program, "merge_path", &err));

    // Tiles: a work-group each.
    cl_event done[MAX_LAUNCHES];
    size_t launches = 0;
    const size_t of_tiles = ocl_divide_up(n, TILE) * group;
    OCL_CHECK(clSetKernelArg(tiles, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(tiles, 1, sizeof d_in, &d_in));
    OCL_CHECK(clSetKernelArg(tiles, 2, sizeof(cl_uint), &(cl_uint){ (cl_uint)n }));
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, tiles, 1, NULL, &of_tiles, &group, 0, NULL,
                                     &done[launches++]));

    // A launch for each doubling, from tiles on.  d_out has the runs.
    const size_t local = ocl_local_size(merge, env.device, 64);
    const size_t global = ocl_round_up(ocl_divide_up(n, items), local);
    OCL_CHECK(clSetKernelArg(merge, 2, sizeof(cl_uint), &(cl_uint){ (cl_uint)n }));
    for (cl_uint run = TILE; run < n; run *= 2) {
        cl_mem d_runs = d_out;
        d_out = d_in;
        d_in = d_runs;
        OCL_CHECK(clSetKernelArg(merge, 0, sizeof d_out, &d_out));
        OCL_CHECK(clSetKernelArg(merge, 1, sizeof d_in, &d_in));
        OCL_CHECK(clSetKernelArg(merge, 3, sizeof run, &run));
        OCL_CHECK(clEnqueueNDRangeKernel(env.queue, merge, 1, NULL, &global, &local, 0, NULL,
                                         &done[launches++]));
    }
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_out, CL_TRUE, 0, bytes, keys, 0, NULL, NULL));

    // Verify.
    ocl_report_kernel(report, "kernel", done, launches);
    ocl_report_result(report, "keys", ocl_verify_u32("keys", keys, ref, n));

    // Release, in reverse order.
    for (size_t k = 0; k < launches; k++)
        OCL_CHECK(clReleaseEvent(done[k]));
    OCL_CHECK(clReleaseKernel(merge));
    OCL_CHECK(clReleaseKernel(tiles));
    OCL_CHECK(clReleaseMemObject(d_out));
    OCL_CHECK(clReleaseMemObject(d_in));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(ref);
    free(keys);
    return ocl_report_close(report);
}
