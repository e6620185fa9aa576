// SPDX-License-Identifier: MIT
//
// bench_merge_sort - the kernels of merge_sort and merge_path beside std::stable_sort, which sorts
// by merging, too, and beside the same sort of parts that OpenMP's threads then merge.
//
// Times are the wall clock's, with all launches and the wait.

#include "contest.h"
#include "merge_sort_std.h"

#include <omp.h>

enum { TILE = 1024 };    // keys of a tile of merge_path

typedef struct {
    uint32_t *keys, *sorted, *room, *ref;
    size_t n, local;
    cl_command_queue queue;
    cl_kernel kernel, tiles, path;    // of merge_sort; of merge_path
    size_t tile_local, path_local;
    cl_mem d_in, d_out;    // after a run d_in has the sorted keys
} bench;

static ocl_result check(void *what, const char *name)
{
    const bench *b = what;
    return ocl_verify_u32(name, b->sorted, b->ref, b->n);
}

static void take_keys(void *what, size_t round)
{
    const bench *b = what;
    (void)round;
    memcpy(b->sorted, b->keys, b->n * sizeof *b->keys);
}

static void run_std(void *what)
{
    const bench *b = what;
    merge_sort_std(b->sorted, b->n);
}

// Two sorted parts of `from` become one of `to`.
static void merge(uint32_t *to, const uint32_t *from, size_t begin, size_t middle, size_t end)
{
    size_t left = begin, right = middle;
    for (size_t i = begin; i < end; i++)
        to[i] = left < middle && (right == end || from[left] <= from[right]) ? from[left++]
                                                                             : from[right++];
}

// A part for each thread, then pairs of parts, as merge_sort does.
static void run_openmp(void *what)
{
    bench *b = what;
    size_t parts = (size_t)omp_get_max_threads();
    const size_t length = ocl_divide_up(b->n, parts);
#pragma omp parallel for
    for (size_t p = 0; p < parts; p++) {
        const size_t begin = ocl_smaller(p * length, b->n);
        merge_sort_std(b->sorted + begin, ocl_smaller(begin + length, b->n) - begin);
    }
    for (size_t run = length; run < b->n; run *= 2) {
#pragma omp parallel for
        for (size_t begin = 0; begin < b->n; begin += 2 * run)
            merge(b->room, b->sorted, begin, ocl_smaller(begin + run, b->n),
                  ocl_smaller(begin + 2 * run, b->n));
        uint32_t *merged = b->room;
        b->room = b->sorted;
        b->sorted = merged;
    }
}

static void write_keys(void *what, size_t round)
{
    const bench *b = what;
    const size_t bytes = b->n * sizeof *b->keys;
    ocl_poison_run(b->queue, b->d_out, bytes, round);
    OCL_CHECK(clEnqueueWriteBuffer(b->queue, b->d_in, CL_TRUE, 0, bytes, b->keys, 0, NULL, NULL));
}

static void change_places(bench *b)
{
    const cl_mem d_written = b->d_out;
    b->d_out = b->d_in;
    b->d_in = d_written;
}

static void run_kernels(void *what)
{
    bench *b = what;
    const size_t global = ocl_round_up(b->n, b->local);
    for (cl_uint run = 1; run < b->n; run *= 2) {
        OCL_CHECK(clSetKernelArg(b->kernel, 0, sizeof(cl_mem), &b->d_out));
        OCL_CHECK(clSetKernelArg(b->kernel, 1, sizeof(cl_mem), &b->d_in));
        OCL_CHECK(clSetKernelArg(b->kernel, 3, sizeof run, &run));
        OCL_CHECK(clEnqueueNDRangeKernel(b->queue, b->kernel, 1, NULL, &global, &b->local, 0, NULL,
                                         NULL));
        change_places(b);
    }
    OCL_CHECK(clFinish(b->queue));
}

static void run_path(void *what)
{
    bench *b = what;
    const size_t of_tiles = ocl_divide_up(b->n, TILE) * b->tile_local;
    OCL_CHECK(clSetKernelArg(b->tiles, 0, sizeof(cl_mem), &b->d_out));
    OCL_CHECK(clSetKernelArg(b->tiles, 1, sizeof(cl_mem), &b->d_in));
    OCL_CHECK(clEnqueueNDRangeKernel(b->queue, b->tiles, 1, NULL, &of_tiles, &b->tile_local, 0,
                                     NULL, NULL));
    change_places(b);
    const size_t global = ocl_round_up(ocl_divide_up(b->n, TILE / b->tile_local), b->path_local);
    for (cl_uint run = TILE; run < b->n; run *= 2) {
        OCL_CHECK(clSetKernelArg(b->path, 0, sizeof(cl_mem), &b->d_out));
        OCL_CHECK(clSetKernelArg(b->path, 1, sizeof(cl_mem), &b->d_in));
        OCL_CHECK(clSetKernelArg(b->path, 3, sizeof run, &run));
        OCL_CHECK(clEnqueueNDRangeKernel(b->queue, b->path, 1, NULL, &global, &b->path_local, 0,
                                         NULL, NULL));
        change_places(b);
    }
    OCL_CHECK(clFinish(b->queue));
}

static ocl_result check_kernels(void *what, const char *name)
{
    const bench *b = what;
    OCL_CHECK(clEnqueueReadBuffer(b->queue, b->d_in, CL_TRUE, 0, b->n * sizeof *b->sorted,
                                  b->sorted, 0, NULL, NULL));
    return check(what, name);
}

static int compare_keys(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "bench_merge_sort",
                              .summary =
                                  "merge_sort's and merge_path's kernels beside std::stable_sort.",
                              .accepts = "dnrs",
                              .size_help = "keys",
                              .extents = 1,
                              .most = (uint64_t)1 << 30 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 1 << 20 }, .repeat = 11, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    const size_t n = opt.n[0], bytes = n * sizeof(cl_uint);
    ocl_require_memory(env.device, (double)bytes, 2.0 * (double)bytes, 6.0 * (double)bytes);
    bench b = { .n = n, .queue = env.queue };
    b.keys = ocl_alloc(bytes);
    b.sorted = ocl_alloc(bytes);
    b.room = ocl_alloc(bytes);
    b.ref = ocl_alloc(bytes);
    ocl_fill_u32(b.keys, n, opt.seed);
    memcpy(b.ref, b.keys, bytes);
    qsort(b.ref, n, sizeof *b.ref, compare_keys);

    cl_program program = ocl_build(&env, "merge_sort.cl", "-cl-std=CL1.2");
    b.d_in = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
    b.d_out = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
    cl_int err;
    b.kernel = OCL_CREATE(clCreateKernel(program, "merge_sort", &err));
    OCL_CHECK(clSetKernelArg(b.kernel, 2, sizeof(cl_uint), &(cl_uint){ (cl_uint)n }));
    b.local = ocl_local_size(b.kernel, env.device, 64);

    // As merge_path chooses them.
    b.tile_local = ocl_group_size(env.device, ocl_is_cpu(env.device) ? 1 : 128);
    cl_program path = ocl_build(&env, b.tile_local == 1 ? "merge_path_long.cl" : "merge_path.cl",
                                "-cl-std=CL1.2 -DLOCAL=%zu -DTILE=%d", b.tile_local, TILE);
    b.tiles = OCL_CREATE(clCreateKernel(path, "merge_path_tiles", &err));
    b.path = OCL_CREATE(clCreateKernel(path, "merge_path", &err));
    OCL_CHECK(clSetKernelArg(b.tiles, 2, sizeof(cl_uint), &(cl_uint){ (cl_uint)n }));
    OCL_CHECK(clSetKernelArg(b.path, 2, sizeof(cl_uint), &(cl_uint){ (cl_uint)n }));
    b.path_local = ocl_local_size(b.path, env.device, 64);

    contest c = { .unit = "Mkey/s", .env = &env, .rounds = opt.repeat };
    contest_entry peer = { .name = "stable_sort",
                           .is_peer = true,
                           .what = &b,
                           .prepare = take_keys,
                           .run = run_std,
                           .check = check,
                           .work = (double)n };
    contest_add(&c, peer);
    peer.name = "openmp";
    peer.run = run_openmp;
    contest_add(&c, peer);
    contest_add(&c, (contest_entry){ .name = "merge_sort",
                                     .what = &b,
                                     .prepare = write_keys,
                                     .run = run_kernels,
                                     .check = check_kernels,
                                     .work = (double)n });
    contest_add(&c, (contest_entry){ .name = "merge_path",
                                     .what = &b,
                                     .prepare = write_keys,
                                     .run = run_path,
                                     .check = check_kernels,
                                     .work = (double)n });
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "keys", n);
    contest_hold(&c, report);

    OCL_CHECK(clReleaseKernel(b.path));
    OCL_CHECK(clReleaseKernel(b.tiles));
    OCL_CHECK(clReleaseProgram(path));
    OCL_CHECK(clReleaseKernel(b.kernel));
    OCL_CHECK(clReleaseMemObject(b.d_out));
    OCL_CHECK(clReleaseMemObject(b.d_in));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(b.ref);
    free(b.room);
    free(b.sorted);
    free(b.keys);
    return ocl_report_close(report);
}
