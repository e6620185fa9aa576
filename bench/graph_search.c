// SPDX-License-Identifier: MIT
//
// bench_graph_search - the kernel of graph_search beside a queue in plain C, and beside OpenMP, on
// the same maze.
//
// Times are the wall clock's, with all launches and waits.  `queue` has one thread and no atomics.
// `openmp` goes level by level, as the kernel does, with C11's atomics.

#include "contest.h"

#include <stdatomic.h>

enum { WALL = -2, UNSEEN = -1 };    // else a distance
enum { MOST = 4096, FEW = 256 };    // of a level's cells: too few for several threads

typedef struct {
    size_t n, width, local;
    int32_t *maze, *distance, *ref;    // the maze: distances before the search
    atomic_int *shared;                // distances, for openmp
    uint32_t *now, *next;              // lists of cells
    cl_command_queue queue;
    cl_kernel kernel;
    cl_mem d_distance, d_now, d_next, d_count;
} bench;

static void make_maze(int32_t *distance, size_t width, size_t height, uint64_t seed)
{
    for (size_t i = 0; i < width * height; i++) {
        const size_t x = i % width, y = i / width;
        const bool rim = x == 0 || y == 0 || x == width - 1 || y == height - 1;
        const bool wall = x > 1 && y > 1 && ocl_random(seed, i) % 3 == 0;
        distance[i] = rim || wall ? WALL : UNSEEN;
    }
    distance[width + 1] = 0;
}

// Each cell again and again, until nothing changes: no list, and so nothing in common with the
// contenders.  Forwards and backwards in turn, or a long way would take as many sweeps as steps.
static void sweep_ref(int32_t *distance, size_t n, size_t width)
{
    for (bool changed = true, backwards = false; changed; backwards = !backwards) {
        changed = false;
        for (size_t k = 0; k < n; k++) {
            const size_t i = backwards ? n - 1 - k : k;
            if (distance[i] == WALL) continue;
            const size_t beside[4] = { i - width, i - 1, i + 1, i + width };
            for (int j = 0; j < 4; j++) {
                const int32_t other = distance[beside[j]];
                if (other < 0 || (distance[i] != UNSEEN && distance[i] <= other + 1)) continue;
                distance[i] = other + 1;
                changed = true;
            }
        }
    }
}

static ocl_result check(void *what, const char *name)
{
    const bench *b = what;
    return ocl_verify_bytes(name, b->distance, b->ref, b->n * sizeof *b->ref);
}

static void take_maze(void *what, size_t round)
{
    const bench *b = what;
    (void)round;
    memcpy(b->distance, b->maze, b->n * sizeof *b->maze);
    for (size_t i = 0; i < b->n; i++)
        atomic_store_explicit(&b->shared[i], b->maze[i], memory_order_relaxed);
}

static void run_queue(void *what)
{
    const bench *b = what;
    size_t head = 0, tail = 0;
    b->now[tail++] = (uint32_t)(b->width + 1);
    while (head < tail) {
        const size_t cell = b->now[head++];
        const size_t beside[4] = { cell - b->width, cell - 1, cell + 1, cell + b->width };
        for (int k = 0; k < 4; k++) {
            if (b->distance[beside[k]] != UNSEEN) continue;
            b->distance[beside[k]] = b->distance[cell] + 1;
            b->now[tail++] = (uint32_t)beside[k];
        }
    }
}

static void run_openmp(void *what)
{
    bench *b = what;
    size_t count = 1;
    b->now[0] = (uint32_t)(b->width + 1);
    for (int level = 0; count > 0; level++) {
        atomic_size_t found = 0;
#pragma omp parallel for if (count >= FEW)
        for (size_t i = 0; i < count; i++) {
            const size_t cell = b->now[i];
            const size_t beside[4] = { cell - b->width, cell - 1, cell + 1, cell + b->width };
            for (int k = 0; k < 4; k++) {
                int unseen = UNSEEN;
                if (atomic_load_explicit(&b->shared[beside[k]], memory_order_relaxed) == UNSEEN &&
                    atomic_compare_exchange_strong_explicit(&b->shared[beside[k]], &unseen,
                                                            level + 1, memory_order_relaxed,
                                                            memory_order_relaxed))
                    b->next[atomic_fetch_add_explicit(&found, 1, memory_order_relaxed)] =
                        (uint32_t)beside[k];
            }
        }
        count = found;
        uint32_t *list = b->next;
        b->next = b->now;
        b->now = list;
    }
}

static ocl_result check_openmp(void *what, const char *name)
{
    const bench *b = what;
    for (size_t i = 0; i < b->n; i++)
        b->distance[i] = atomic_load_explicit(&b->shared[i], memory_order_relaxed);
    return check(what, name);
}

static void write_maze(void *what, size_t round)
{
    const bench *b = what;
    const cl_uint start = (cl_uint)(b->width + 1);
    (void)round;
    OCL_CHECK(clEnqueueWriteBuffer(b->queue, b->d_distance, CL_TRUE, 0, b->n * sizeof *b->maze,
                                   b->maze, 0, NULL, NULL));
    OCL_CHECK(
        clEnqueueWriteBuffer(b->queue, b->d_now, CL_TRUE, 0, sizeof start, &start, 0, NULL, NULL));
}

// A launch per level, and its count for the next one, as in the sample.
static void run_kernels(void *what)
{
    bench *b = what;
    const cl_uint zero = 0;
    cl_uint count = 1;
    for (cl_int level = 0; count > 0 && count <= b->n && (size_t)level < b->n; level++) {
        const size_t global = ocl_round_up(count, b->local);
        OCL_CHECK(clSetKernelArg(b->kernel, 1, sizeof(cl_mem), &b->d_next));
        OCL_CHECK(clSetKernelArg(b->kernel, 3, sizeof(cl_mem), &b->d_now));
        OCL_CHECK(clSetKernelArg(b->kernel, 4, sizeof count, &count));
        OCL_CHECK(clSetKernelArg(b->kernel, 5, sizeof level, &level));
        OCL_CHECK(clEnqueueWriteBuffer(b->queue, b->d_count, CL_FALSE, 0, sizeof zero, &zero, 0,
                                       NULL, NULL));
        OCL_CHECK(clEnqueueNDRangeKernel(b->queue, b->kernel, 1, NULL, &global, &b->local, 0, NULL,
                                         NULL));
        OCL_CHECK(clEnqueueReadBuffer(b->queue, b->d_count, CL_TRUE, 0, sizeof count, &count, 0,
                                      NULL, NULL));
        const cl_mem d_found = b->d_next;
        b->d_next = b->d_now;
        b->d_now = d_found;
    }
}

static ocl_result check_kernels(void *what, const char *name)
{
    const bench *b = what;
    OCL_CHECK(clEnqueueReadBuffer(b->queue, b->d_distance, CL_TRUE, 0, b->n * sizeof *b->distance,
                                  b->distance, 0, NULL, NULL));
    return check(what, name);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "bench_graph_search",
                              .summary = "graph_search's kernel beside a queue and OpenMP.",
                              .accepts = "dnrks",
                              .size_help = "cells: width x height",
                              .extents = 2,
                              .most = MOST };
    const ocl_options opt = ocl_parse(
        argc, argv, &about, (ocl_options){ .n = { 1001, 1003 }, .repeat = 11, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    bench b = { .width = opt.n[0] + 2, .queue = env.queue };
    const size_t height = opt.n[1] + 2, n = b.n = b.width * height, bytes = n * sizeof(int32_t);
    ocl_require_memory(env.device, (double)bytes, 3.0 * (double)bytes, 6.0 * (double)bytes);
    b.maze = ocl_alloc(bytes);
    b.distance = ocl_alloc(bytes);
    b.ref = ocl_alloc(bytes);
    b.shared = ocl_alloc(n * sizeof *b.shared);
    b.now = ocl_alloc(bytes);
    b.next = ocl_alloc(bytes);
    make_maze(b.maze, b.width, height, opt.seed);
    memcpy(b.ref, b.maze, bytes);
    sweep_ref(b.ref, n, b.width);

    cl_program program =
        ocl_build(&env, "graph_search.cl", "-cl-std=CL1.2 -DUNSEEN=%d", (int)UNSEEN);
    b.d_distance = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
    b.d_now = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
    b.d_next = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
    b.d_count = ocl_buffer(&env, CL_MEM_READ_WRITE, sizeof(cl_uint), NULL);
    cl_int err;
    b.kernel = OCL_CREATE(clCreateKernel(program, "graph_search", &err));
    OCL_CHECK(clSetKernelArg(b.kernel, 0, sizeof(cl_mem), &b.d_distance));
    OCL_CHECK(clSetKernelArg(b.kernel, 2, sizeof(cl_mem), &b.d_count));
    OCL_CHECK(clSetKernelArg(b.kernel, 6, sizeof(cl_uint), &(cl_uint){ (cl_uint)b.width }));
    b.local = ocl_local_size(b.kernel, env.device, 64);

    contest c = { .unit = "Mcell/s", .env = &env, .rounds = opt.repeat };
    contest_entry peer = { .name = "queue",
                           .is_peer = true,
                           .what = &b,
                           .prepare = take_maze,
                           .run = run_queue,
                           .check = check,
                           .work = (double)n };
    contest_add(&c, peer);
    peer.name = "openmp";
    peer.run = run_openmp;
    peer.check = check_openmp;
    contest_add(&c, peer);
    contest_add(&c, (contest_entry){ .name = "graph_search",
                                     .what = &b,
                                     .prepare = write_maze,
                                     .run = run_kernels,
                                     .check = check_kernels,
                                     .work = (double)n });
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", opt.n[0]);
    ocl_report_count(report, "height", opt.n[1]);
    contest_hold(&c, report);

    OCL_CHECK(clReleaseKernel(b.kernel));
    OCL_CHECK(clReleaseMemObject(b.d_count));
    OCL_CHECK(clReleaseMemObject(b.d_next));
    OCL_CHECK(clReleaseMemObject(b.d_now));
    OCL_CHECK(clReleaseMemObject(b.d_distance));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(b.next);
    free(b.now);
    free(b.shared);
    free(b.ref);
    free(b.distance);
    free(b.maze);
    return ocl_report_close(report);
}
