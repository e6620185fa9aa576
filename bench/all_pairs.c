// SPDX-License-Identifier: MIT
//
// bench_all_pairs - the rungs of all_pairs beside OpenMP, on the same roads.
//
// Times are the wall clock's, with all launches and the wait.  `openmp` makes a row per thread for
// each town, with vectors.  `openmp_tiles` goes in tiles of 64, as `tiles` does.

// The lesson itself, of which main alone is not called.
#define main all_pairs_main
#include "../ch16_applications/all_pairs.c"
#undef main

#include "contest.h"

enum { TILE = 64 };    // of openmp_tiles, and of tiles

typedef struct {
    lesson lesson;
    const int32_t *roads, *ref;
    int32_t *distance;
    size_t bytes;
} bench;

static ocl_result check(void *what, const char *name)
{
    const bench *b = what;
    return ocl_verify_bytes(name, b->distance, b->ref, b->bytes);
}

static void take_roads(void *what, size_t round)
{
    const bench *b = what;
    (void)round;
    memcpy(b->distance, b->roads, b->bytes);
}

static void run_openmp(void *what)
{
    const bench *b = what;
    const size_t n = b->lesson.n, stride = b->lesson.stride;
#pragma omp parallel
    for (size_t k = 0; k < n; k++) {
        const int32_t *from = b->distance + k * stride;
#pragma omp for
        for (size_t i = 0; i < n; i++) {
            int32_t *row = b->distance + i * stride;
            const int32_t to = row[k];
            if (i == k || to == FAR) continue;
#pragma omp simd
            for (size_t j = 0; j < n; j++) {
                const int32_t through = to + from[j];
                row[j] = through < row[j] ? through : row[j];
            }
        }
    }
}

// Ways of the tile (y, x) through the towns of tile k.
static void do_tile(const bench *b, size_t y, size_t x, size_t k)
{
    const size_t stride = b->lesson.stride;
    for (size_t t = k * TILE; t < (k + 1) * TILE; t++) {
        const int32_t *from = b->distance + t * stride + x * TILE;
        for (size_t i = y * TILE; i < (y + 1) * TILE; i++) {
            int32_t *row = b->distance + i * stride + x * TILE;
            const int32_t to = b->distance[i * stride + t];
            if (i == t) continue;
#pragma omp simd
            for (size_t j = 0; j < TILE; j++) {
                const int32_t through = to + from[j];
                row[j] = through < row[j] ? through : row[j];
            }
        }
    }
}

static void run_openmp_tiles(void *what)
{
    const bench *b = what;
    const size_t tiles = b->lesson.stride / TILE;
#pragma omp parallel
    for (size_t k = 0; k < tiles; k++) {
#pragma omp single
        do_tile(b, k, k, k);
#pragma omp for
        for (size_t g = 0; g < 2 * tiles; g++)
            if (g % tiles != k) do_tile(b, g < tiles ? k : g % tiles, g < tiles ? g : k, k);
#pragma omp for
        for (size_t g = 0; g < tiles * tiles; g++)
            if (g % tiles != k && g / tiles != k) do_tile(b, g / tiles, g % tiles, k);
    }
}

static void write_roads(void *what, size_t round)
{
    const bench *b = what;
    const lesson *l = &b->lesson;
    (void)round;
    OCL_CHECK(clEnqueueWriteBuffer(l->env->queue, l->d_distance, CL_TRUE, 0, b->bytes, b->roads, 0,
                                   NULL, NULL));
}

static void finish(const bench *b, const ocl_trial *t)
{
    OCL_CHECK(clFinish(b->lesson.env->queue));
    if (t->first) OCL_CHECK(clReleaseEvent(t->first));
    OCL_CHECK(clReleaseEvent(t->done));
}

static void run_plain(void *what)
{
    const bench *b = what;
    ocl_trial t = { .done = NULL };
    launch_plain(&b->lesson, &t);
    finish(b, &t);
}

static void run_tiles(void *what)
{
    const bench *b = what;
    ocl_trial t = { .done = NULL };
    launch_tiles(&b->lesson, &t);
    finish(b, &t);
}

static void run_registers(void *what)
{
    const bench *b = what;
    ocl_trial t = { .done = NULL };
    launch_registers(&b->lesson, &t);
    finish(b, &t);
}

static ocl_result check_lesson(void *what, const char *name)
{
    const bench *b = what;
    OCL_CHECK(clEnqueueReadBuffer(b->lesson.env->queue, b->lesson.d_distance, CL_TRUE, 0, b->bytes,
                                  b->distance, 0, NULL, NULL));
    return check(what, name);
}

// The reference is plain C, its rows among threads: many towns would take minutes.
static void all_pairs_rows(int32_t *distance, size_t n, size_t stride)
{
#pragma omp parallel
    for (size_t k = 0; k < n; k++)
#pragma omp for
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n && i != k; j++) {
                const int32_t through = distance[i * stride + k] + distance[k * stride + j];
                int32_t *way = &distance[i * stride + j];
                *way = through < *way ? through : *way;
            }
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "bench_all_pairs",
                              .summary = "all_pairs' rungs beside OpenMP.",
                              .accepts = "dnrVks",
                              .size_help = "towns",
                              .extents = 1,
                              .most = MOST,
                              .variants = VARIANTS };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 1021 }, .repeat = 5, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    const size_t n = opt.n[0], stride = ocl_round_up(n, TILE);
    const size_t bytes = stride * stride * sizeof(int32_t);
    ocl_require_memory(env.device, (double)bytes, (double)bytes, 3.0 * (double)bytes);
    int32_t *roads = ocl_alloc(bytes), *distance = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    make_roads(roads, n, stride, opt.seed);
    memcpy(ref, roads, bytes);
    all_pairs_rows(ref, n, stride);
    bench b = { .roads = roads, .ref = ref, .distance = distance, .bytes = bytes };
    b.lesson = open_lesson(&env, n, TILE, 0);
    b.lesson.d_distance = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);

    const double work = 2.0 * (double)n * (double)n * (double)n;
    contest c = { .unit = "GOP/s", .env = &env, .rounds = opt.repeat };
    contest_entry peer = { .name = "openmp",
                           .is_peer = true,
                           .what = &b,
                           .prepare = take_roads,
                           .run = run_openmp,
                           .check = check,
                           .work = work };
    contest_add(&c, peer);
    peer.name = "openmp_tiles";
    peer.run = run_openmp_tiles;
    contest_add(&c, peer);
    void (*const runs[])(void *) = { run_plain, run_tiles, run_registers };
    for (int v = 0; VARIANTS[v]; v++)
        if (ocl_wants(&opt, VARIANTS[v]) && (v != REGISTERS || b.lesson.registers))
            contest_add(&c, (contest_entry){ .name = VARIANTS[v],
                                             .what = &b,
                                             .prepare = write_roads,
                                             .run = runs[v],
                                             .check = check_lesson,
                                             .work = work,
                                             .limit = env.limits.fma_gflops / 2.0 });
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "towns", n);
    contest_hold(&c, report);

    OCL_CHECK(clReleaseMemObject(b.lesson.d_distance));
    close_lesson(&b.lesson);
    ocl_close(&env);
    free(ref);
    free(distance);
    free(roads);
    return ocl_report_close(report);
}
