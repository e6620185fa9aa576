// SPDX-License-Identifier: MIT
//
// bench_bitonic - the rungs of bitonic_sort_ladder beside std::sort, on the same ints; on a GPU,
// beside CUB's radix sort.
//
// Against std::sort, which uses one core, the host's clock counts, with the launches and the wait.
// Against CUB, the GPU's clock counts: sorts follow each other back to back.

// The lesson itself, of which main alone is not called.
#define main bitonic_sort_main
#include "../ch11_sort_knn/bitonic_sort_ladder.c"
#undef main

#include "bitonic_std.h"
#include "contest.h"
#include "radix_sort_cub.h"
#include "timed.h"

enum { FIRST_RUNG = REGISTER_TILES, RUNGS = BITONIC_RUNGS - FIRST_RUNG, BACK_TO_BACK = 20 };

typedef struct {
    const lesson *lesson;
    radix_sort_cub *cub;    // NULL: against std::sort
    uint32_t *keys;         // the keys, or their order after a run
} bench;

typedef struct {
    bench *bench;
    sorter s;
} rung;

// --- std::sort

static void take_keys(void *what, size_t round)
{
    const bench *b = what;
    (void)round;
    memcpy(b->keys, b->lesson->data->keys, b->lesson->data->n * sizeof *b->keys);
}

static void run_std(void *what)
{
    const bench *b = what;
    bitonic_std_sort((int32_t *)b->keys, b->lesson->data->n);
}

static ocl_result check_keys(void *what, const char *name)
{
    const bench *b = what;
    return keys_verify(name, b->lesson->data, b->keys, NULL);
}

// --- CUB

#ifdef OCL_HAVE_CUB
static double run_cub(void *what)
{
    return radix_sort_cub_ns(((const bench *)what)->cub, BACK_TO_BACK);
}

static ocl_result check_cub(void *what, const char *name)
{
    const bench *b = what;
    radix_sort_cub_read(b->cub, b->keys, NULL);
    return check_keys(what, name);
}
#endif

// --- the rungs

static void poison(void *what, size_t round)
{
    const lesson *l = ((const rung *)what)->bench->lesson;
    columns_poison(&l->d_y, l->env, l->data, round);
}

static void enqueue_sort(void *what, cl_event *done)
{
    rung *r = what;
    const lesson *l = r->bench->lesson;
    cl_event span[2];
    sort(l, &r->s, (cl_uint)l->data->n, span);
    timed_span_done(done, span);
}

static double time_rung(void *what)
{
    const bench *b = ((const rung *)what)->bench;
    if (b->cub) return timed_queued_ns(enqueue_sort, what, 0, BACK_TO_BACK);
    return timed_alone_ns(b->lesson->env->queue, enqueue_sort, what);
}

static ocl_result check_rung(void *what, const char *name)
{
    bench *b = ((const rung *)what)->bench;
    const lesson *l = b->lesson;
    OCL_CHECK(clEnqueueReadBuffer(l->env->queue, l->d_y.keys, CL_TRUE, 0,
                                  l->data->n * sizeof(cl_uint), b->keys, 0, NULL, NULL));
    return check_keys(b, name);
}

// A GPU gets no rungs for CPUs beside CUB.
static size_t add_rungs(contest *c, rung rungs[RUNGS], bench *b, const bitonic_settings *settings)
{
    const lesson *l = b->lesson;
    size_t count = 0;
    for (int k = FIRST_RUNG; k < BITONIC_RUNGS; k++) {
        if (b->cub && k == VECTORS) continue;
        rung *r = &rungs[count++];
        *r = (rung){ .bench = b, .s = open_sorter(l, settings, k) };
        contest_add(c, (contest_entry){ .name = BITONIC_VARIANTS[k],
                                        .what = r,
                                        .prepare = poison,
                                        .run_ns = time_rung,
                                        .check = check_rung,
                                        .work = (double)l->data->n });
    }
    return count;
}

int main(int argc, char **argv)
{
    bitonic_settings settings = { .tile = 0 };
    ocl_option rows[KEYS_OPTIONS];
    keys_add_options(rows, &settings.keys);
    const ocl_option own[] = { rows[2], { .usage = NULL } };    // --pattern
    const ocl_about about = { .name = "bench_bitonic",
                              .summary =
                                  "The rungs of bitonic_sort_ladder beside std::sort, or CUB.",
                              .accepts = "dnrks",
                              .size_help = "keys",
                              .extents = 1,
                              .own = own };
    const ocl_options defaults = { .n = { 1 << 20 }, .repeat = 21, .seed = 1 };
    settings.options = ocl_parse(argc, argv, &about, defaults);
    const ocl_options *opt = &settings.options;
    ocl_env env = ocl_open(opt);
    const size_t n = opt->n[0], bytes = n * sizeof(cl_uint);
    double arrays = 2.0;
#ifdef OCL_HAVE_CUB
    if (!ocl_is_cpu(env.device)) {
        keys_require_places(opt);
        arrays += 3.0;    // CUB's: before, after, room
    }
#endif
    ocl_require_memory(env.device, (double)bytes, arrays * (double)bytes,
                       keys_host_bytes(&settings.keys, n));
    keys_data data = keys_make(&settings.keys, n, opt->seed);
    keys_sort_ref(&data);
    ocl_report *report = ocl_report_open(opt, env.device);
    keys_report(report, &settings.keys, n);

    lesson l = { .env = &env, .data = &data };
    l.d_y = columns_open(&env, &data);
    l.d_x = columns_input(&env, &data);
    bench b = { .lesson = &l, .keys = ocl_alloc(bytes) };
    contest c = { .unit = "Mkey/s", .env = &env, .rounds = opt->repeat };
#ifdef OCL_HAVE_CUB
    if (!ocl_is_cpu(env.device)) {
        b.cub = radix_sort_cub_open(data.keys, NULL, n);
        contest_add(&c, (contest_entry){ .name = "cub",
                                         .is_peer = true,
                                         .what = &b,
                                         .run_ns = run_cub,
                                         .check = check_cub,
                                         .work = (double)n });
    }
#endif
    if (!b.cub)
        contest_add(&c, (contest_entry){ .name = "std::sort",
                                         .is_peer = true,
                                         .what = &b,
                                         .prepare = take_keys,
                                         .run = run_std,
                                         .check = check_keys,
                                         .work = (double)n });
    rung rungs[RUNGS];
    const size_t count = add_rungs(&c, rungs, &b, &settings);
    contest_hold(&c, report);

    for (size_t i = 0; i < count; i++)
        close_sorter(&rungs[i].s);
#ifdef OCL_HAVE_CUB
    if (b.cub) radix_sort_cub_close(b.cub);
#endif
    free(b.keys);
    columns_close(&l.d_x, &data);
    columns_close(&l.d_y, &data);
    ocl_close(&env);
    keys_free(&data);
    return ocl_report_close(report);
}
