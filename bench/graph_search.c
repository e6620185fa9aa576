// SPDX-License-Identifier: MIT
//
// bench_graph_search - the rungs of graph_search_ladder beside a queue in plain C, and beside
// OpenMP, on the same maze.
//
// Times are the wall clock's, with all launches and waits.  `queue` has one thread and no atomics.
// `openmp` goes level by level, as `plain` does, with C11's atomics.

// The lesson itself, of which main alone is not called.
#define main graph_search_ladder_main
#include "../ch16_applications/graph_search_ladder.c"
#undef main

#include "contest.h"

#include <stdatomic.h>

enum { FEW = 256 };    // of a level's cells: too few for several threads

typedef struct {
    size_t n, width;
    int32_t *maze, *distance, *ref;    // the maze: distances before the search
    atomic_int *shared;                // distances, for openmp
    uint32_t *now, *next;              // lists of cells
    lesson lesson;
} bench;

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

static void begin_search(void *what, size_t round)
{
    bench *b = what;
    (void)round;
    begin(&b->lesson);
    OCL_CHECK(clFinish(b->lesson.env->queue));
}

static void run_plain(void *what)
{
    search(&((bench *)what)->lesson, search_plain);
}

static void run_levels(void *what)
{
    search(&((bench *)what)->lesson, search_levels);
}

static ocl_result check_lesson(void *what, const char *name)
{
    const bench *b = what;
    OCL_CHECK(clEnqueueReadBuffer(b->lesson.env->queue, b->lesson.d_distance, CL_TRUE, 0,
                                  b->n * sizeof *b->distance, b->distance, 0, NULL, NULL));
    return check(what, name);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "bench_graph_search",
                              .summary = "graph_search_ladder's rungs beside a queue and OpenMP.",
                              .accepts = "dnrVks",
                              .size_help = "cells: width x height",
                              .extents = 2,
                              .most = MOST_SIDE,
                              .variants = VARIANTS };
    const ocl_options opt = ocl_parse(
        argc, argv, &about, (ocl_options){ .n = { 1001, 1003 }, .repeat = 11, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    bench b = { .width = opt.n[0] + 2 };
    const size_t height = opt.n[1] + 2, n = b.n = b.width * height, bytes = n * sizeof(int32_t);
    ocl_require_memory(env.device, (double)bytes, 4.0 * (double)bytes, 6.0 * (double)bytes);
    b.maze = ocl_alloc(bytes);
    b.distance = ocl_alloc(bytes);
    b.ref = ocl_alloc(bytes);
    b.shared = ocl_alloc(n * sizeof *b.shared);
    b.now = ocl_alloc(bytes);
    b.next = ocl_alloc(bytes);
    make_maze(b.maze, b.width, height, opt.seed);
    memcpy(b.ref, b.maze, bytes);
    sweep_ref(b.ref, n, b.width);

    b.lesson = open_lesson(&env, b.maze, b.width, n, 0, MOST_LIST);

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
    void (*const runs[])(void *) = { run_plain, run_levels };
    for (int v = 0; VARIANTS[v]; v++)
        if (ocl_wants(&opt, VARIANTS[v]))
            contest_add(&c, (contest_entry){ .name = VARIANTS[v],
                                             .what = &b,
                                             .prepare = begin_search,
                                             .run = runs[v],
                                             .check = check_lesson,
                                             .work = (double)n });
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", opt.n[0]);
    ocl_report_count(report, "height", opt.n[1]);
    contest_hold(&c, report);

    close_lesson(&b.lesson);
    ocl_close(&env);
    free(b.next);
    free(b.now);
    free(b.shared);
    free(b.ref);
    free(b.distance);
    free(b.maze);
    return ocl_report_close(report);
}
