// SPDX-License-Identifier: MIT
//
// bench_shortest_paths - the rungs of shortest_paths_ladder beside Dijkstra's method in plain C, on
// the same roads.
//
// Times are the wall clock's, with all launches and waits.  `dijkstra` has one thread and a heap.
// It looks at each town once; the others look at some of them again.

// The lesson itself, of which main alone is not called.
#define main shortest_paths_ladder_main
#include "../ch16_applications/shortest_paths_ladder.c"
#undef main

#include "contest.h"

typedef struct {
    lesson lesson;
    const country *c;
    uint32_t *distance, *ref, *unknown, *no_marks;
} bench;

static ocl_result check(void *what, const char *name)
{
    const bench *b = what;
    return ocl_verify_u32(name, b->distance, b->ref, b->c->towns);
}

static void forget(void *what, size_t round)
{
    const bench *b = what;
    memset(b->distance, ocl_poison_byte(round), b->c->towns * sizeof *b->distance);
}

static void run_dijkstra(void *what)
{
    const bench *b = what;
    dijkstra(b->distance, b->c);
}

static void begin(void *what, size_t round)
{
    bench *b = what;
    forget(what, round);
    begin_search(&b->lesson, b->unknown, b->no_marks);
}

static void run_plain(void *what)
{
    search_plain(&((bench *)what)->lesson);
}

static void run_delta(void *what)
{
    search_delta(&((bench *)what)->lesson);
}

static void run_queues(void *what)
{
    search_queues(&((bench *)what)->lesson);
}

static ocl_result check_lesson(void *what, const char *name)
{
    const bench *b = what;
    const lesson *l = &b->lesson;
    OCL_CHECK(clEnqueueReadBuffer(l->env->queue, l->d_distance, CL_TRUE, 0,
                                  l->n * sizeof *b->distance, b->distance, 0, NULL, NULL));
    return check(what, name);
}

int main(int argc, char **argv)
{
    size_t delta = 300;
    const ocl_option own[] = { { .usage = "-b, --delta N: lengths of ways per bucket",
                                 .count = &delta,
                                 .most = MOST_DELTA },
                               { .usage = NULL } };
    const ocl_about about = { .name = "bench_shortest_paths",
                              .summary = "shortest_paths_ladder's rungs beside Dijkstra's method.",
                              .accepts = "dnrVks",
                              .size_help = "towns",
                              .extents = 1,
                              .most = MOST_TOWNS,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 300007 }, .repeat = 11, .seed = 1 });
    const size_t n = opt.n[0], bytes = n * sizeof(uint32_t);
    ocl_env env = ocl_open(&opt);
    const double most = MOST_ROADS * (double)bytes;
    const double piles = 2.0 * (double)items_of(&env) * (double)bytes;
    ocl_require_memory(env.device, piles > most ? piles : most,
                       2.0 * most + 5.0 * (double)bytes + 2.0 * piles,
                       4.0 * most + 7.0 * (double)bytes);
    country c = country_make(n, opt.seed);
    bench b = { .c = &c };
    b.distance = ocl_alloc(bytes);
    b.ref = ocl_alloc(bytes);
    b.unknown = ocl_alloc(bytes);
    b.no_marks = ocl_alloc(bytes);
    memset(b.unknown, 0xff, bytes);
    memset(b.no_marks, 0xff, bytes);    // no launch has this number
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "towns", n);
    ocl_report_count(report, "roads", c.roads);
    ocl_report_count(report, "delta", delta);
    OCL_TIME_REFERENCE(report, dijkstra(b.ref, &c));
    b.lesson = open_lesson(&env, &c, delta);

    contest race = { .unit = "Mtown/s", .env = &env, .rounds = opt.repeat };
    contest_add(&race, (contest_entry){ .name = "dijkstra",
                                        .is_peer = true,
                                        .what = &b,
                                        .prepare = forget,
                                        .run = run_dijkstra,
                                        .check = check,
                                        .work = (double)n });
    void (*const runs[])(void *) = { run_plain, run_delta, run_queues };
    for (int v = 0; VARIANTS[v]; v++)
        if (ocl_wants(&opt, VARIANTS[v]))
            contest_add(&race, (contest_entry){ .name = VARIANTS[v],
                                                .what = &b,
                                                .prepare = begin,
                                                .run = runs[v],
                                                .check = check_lesson,
                                                .work = (double)n });
    contest_hold(&race, report);

    close_lesson(&b.lesson);
    ocl_close(&env);
    free(b.no_marks);
    free(b.unknown);
    free(b.ref);
    free(b.distance);
    country_free(&c);
    return ocl_report_close(report);
}
