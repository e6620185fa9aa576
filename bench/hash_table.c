// SPDX-License-Identifier: MIT
//
// bench_hash_table - the kernels of hash_table beside std::unordered_map, on the same keys.
//
// Each run begins with an empty table, puts all keys into it and looks all queries up.  Times are
// the wall clock's.

#include "contest.h"
#include "hash_table_std.h"

typedef struct {
    uint32_t *keys, *queries, *found, *ref;
    size_t n, slots, local;
    cl_command_queue queue;
    cl_kernel insert, look_up;
    cl_mem d_table, d_counts, d_found;
} bench;

typedef struct {
    bench *bench;
    unsigned threads;
} map;

static ocl_result check(void *what, const char *name)
{
    const bench *b = what;
    return ocl_verify_u32(name, b->found, b->ref, b->n);
}

// --- std::unordered_map

static void forget(void *what, size_t round)
{
    const bench *b = ((const map *)what)->bench;
    memset(b->found, ocl_poison_byte(round), b->n * sizeof *b->found);
}

static void run_map(void *what)
{
    const map *m = what;
    const bench *b = m->bench;
    hash_table_std(b->found, b->keys, b->queries, b->n, m->threads);
}

static ocl_result check_map(void *what, const char *name)
{
    return check(((const map *)what)->bench, name);
}

// --- the kernels

static void poison(void *what, size_t round)
{
    const bench *b = what;
    ocl_poison_run(b->queue, b->d_found, b->n * sizeof(cl_uint), round);
}

static void run_kernels(void *what)
{
    const bench *b = what;
    const cl_uint empty = 0;
    const size_t bytes = b->slots * sizeof empty, global = ocl_round_up(b->n, b->local);
    OCL_CHECK(
        clEnqueueFillBuffer(b->queue, b->d_table, &empty, sizeof empty, 0, bytes, 0, NULL, NULL));
    OCL_CHECK(
        clEnqueueFillBuffer(b->queue, b->d_counts, &empty, sizeof empty, 0, bytes, 0, NULL, NULL));
    OCL_CHECK(
        clEnqueueNDRangeKernel(b->queue, b->insert, 1, NULL, &global, &b->local, 0, NULL, NULL));
    OCL_CHECK(
        clEnqueueNDRangeKernel(b->queue, b->look_up, 1, NULL, &global, &b->local, 0, NULL, NULL));
    OCL_CHECK(clFinish(b->queue));
}

static ocl_result check_kernels(void *what, const char *name)
{
    const bench *b = what;
    OCL_CHECK(clEnqueueReadBuffer(b->queue, b->d_found, CL_TRUE, 0, b->n * sizeof *b->found,
                                  b->found, 0, NULL, NULL));
    return check(what, name);
}

// The answer, by the one of the peers that has one thread.  The device is compared with it, and the
// other peer, too; the sample itself compares with sorted keys.
static void make_data(bench *b, uint64_t seed)
{
    for (size_t i = 0; i < b->n; i++)
        b->keys[i] = (uint32_t)(ocl_random(seed, ocl_random(seed + 1, i) % b->n) | 1);
    for (size_t i = 0; i < b->n; i++)
        b->queries[i] = b->keys[b->n - 1 - i] ^ (uint32_t)(i % 2);
    hash_table_std(b->ref, b->keys, b->queries, b->n, 1);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "bench_hash_table",
                              .summary = "hash_table's kernels beside std::unordered_map.",
                              .accepts = "dnrks",
                              .size_help = "keys, and as many queries",
                              .extents = 1,
                              .most = (uint64_t)1 << 28 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 1 << 20 }, .repeat = 11, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    const size_t n = opt.n[0], bytes = n * sizeof(cl_uint);
    bench b = { .n = n, .slots = 2, .queue = env.queue };
    while (b.slots < 2 * n)
        b.slots *= 2;
    const size_t table_bytes = b.slots * sizeof(cl_uint);
    ocl_require_memory(env.device, (double)table_bytes,
                       2.0 * (double)table_bytes + 3.0 * (double)bytes, 60.0 * (double)bytes);
    b.keys = ocl_alloc(bytes);
    b.queries = ocl_alloc(bytes);
    b.found = ocl_alloc(bytes);
    b.ref = ocl_alloc(bytes);
    make_data(&b, opt.seed);

    // Buffers and kernels, as in hash_table.c.
    cl_program program = ocl_build(&env, "hash_table.cl", "-cl-std=CL1.2");
    b.d_table = ocl_buffer(&env, CL_MEM_READ_WRITE, table_bytes, NULL);
    b.d_counts = ocl_buffer(&env, CL_MEM_READ_WRITE, table_bytes, NULL);
    b.d_found = ocl_buffer(&env, CL_MEM_WRITE_ONLY, bytes, NULL);
    cl_mem d_keys = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, b.keys);
    cl_mem d_queries = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, b.queries);
    const cl_uint count = (cl_uint)n, slots = (cl_uint)b.slots;
    cl_int err;
    b.insert = OCL_CREATE(clCreateKernel(program, "insert", &err));
    OCL_CHECK(clSetKernelArg(b.insert, 0, sizeof(cl_mem), &b.d_table));
    OCL_CHECK(clSetKernelArg(b.insert, 1, sizeof(cl_mem), &b.d_counts));
    OCL_CHECK(clSetKernelArg(b.insert, 2, sizeof(cl_mem), &d_keys));
    OCL_CHECK(clSetKernelArg(b.insert, 3, sizeof count, &count));
    OCL_CHECK(clSetKernelArg(b.insert, 4, sizeof slots, &slots));
    b.look_up = OCL_CREATE(clCreateKernel(program, "look_up", &err));
    OCL_CHECK(clSetKernelArg(b.look_up, 0, sizeof(cl_mem), &b.d_found));
    OCL_CHECK(clSetKernelArg(b.look_up, 1, sizeof(cl_mem), &b.d_table));
    OCL_CHECK(clSetKernelArg(b.look_up, 2, sizeof(cl_mem), &b.d_counts));
    OCL_CHECK(clSetKernelArg(b.look_up, 3, sizeof(cl_mem), &d_queries));
    OCL_CHECK(clSetKernelArg(b.look_up, 4, sizeof count, &count));
    OCL_CHECK(clSetKernelArg(b.look_up, 5, sizeof slots, &slots));
    b.local = ocl_smaller(ocl_local_size(b.insert, env.device, 64),
                          ocl_local_size(b.look_up, env.device, 64));

    // The contest.
    map one = { &b, 1 }, all = { &b, hash_table_std_threads() };
    contest c = { .unit = "Mkey/s", .env = &env, .rounds = opt.repeat };
    contest_entry peer = { .name = "unordered_map",
                           .is_peer = true,
                           .what = &one,
                           .prepare = forget,
                           .run = run_map,
                           .check = check_map,
                           .work = (double)n };
    contest_add(&c, peer);
    peer.name = "with_threads";
    peer.what = &all;
    contest_add(&c, peer);
    contest_add(&c, (contest_entry){ .name = "hash_table",
                                     .what = &b,
                                     .prepare = poison,
                                     .run = run_kernels,
                                     .check = check_kernels,
                                     .work = (double)n });
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "keys", n);
    contest_hold(&c, report);

    OCL_CHECK(clReleaseKernel(b.look_up));
    OCL_CHECK(clReleaseKernel(b.insert));
    OCL_CHECK(clReleaseMemObject(d_queries));
    OCL_CHECK(clReleaseMemObject(d_keys));
    OCL_CHECK(clReleaseMemObject(b.d_found));
    OCL_CHECK(clReleaseMemObject(b.d_counts));
    OCL_CHECK(clReleaseMemObject(b.d_table));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(b.ref);
    free(b.found);
    free(b.queries);
    free(b.keys);
    return ocl_report_close(report);
}
