// SPDX-License-Identifier: MIT
//
// bench_bitonic - the rungs of bitonic_sort beside std::sort, on the same ints; on a GPU, beside
// CUB's radix sort.
//
// Against std::sort, which uses one core, the host's clock counts, with the launches and the wait.
// Against CUB, the GPU's clock counts: sorts follow each other back to back.

// The lesson itself, of which main alone is not called.
#define main bitonic_sort_main
#include "bitonic_sort.c"
#undef main

#include "bitonic_std.h"
#include "contest.h"
#include "radix_sort_cub.h"
#include "timed.h"

enum { FIRST_RUNG = 3, RUNGS = BITONIC_RUNGS - FIRST_RUNG, BACK_TO_BACK = 20 };

typedef struct {
    const job *job;
    radix_sort_cub *cub;    // NULL: against std::sort
    uint32_t *keys;         // the keys, or their order after a run
} bench;

typedef struct {
    bench *bench;
    sorter s;
    cl_program program;
} rung;

// --- std::sort

static void take_keys(void *what, size_t round)
{
    const bench *b = what;
    (void)round;
    memcpy(b->keys, b->job->data->keys, b->job->data->n * sizeof *b->keys);
}

static void run_std(void *what)
{
    const bench *b = what;
    bitonic_std_sort((int32_t *)b->keys, b->job->data->n);
}

static ocl_result check_keys(void *what, const char *name)
{
    const bench *b = what;
    return keys_verify(name, b->job->data, b->keys, NULL);
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
    const job *j = ((const rung *)what)->bench->job;
    columns_poison(&j->d_y, j->env, j->data, round);
}

static void enqueue_sort(void *what, cl_event *done)
{
    const rung *r = what;
    const job *j = r->bench->job;
    cl_event events[2];
    sort(j, &r->s, (cl_uint)j->data->n, events);
    timed_span_done(done, events);
}

static double time_rung(void *what)
{
    const bench *b = ((const rung *)what)->bench;
    if (b->cub) return timed_queued_ns(enqueue_sort, what, 0, BACK_TO_BACK);
    return timed_alone_ns(b->job->env->queue, enqueue_sort, what);
}

static ocl_result check_rung(void *what, const char *name)
{
    bench *b = ((const rung *)what)->bench;
    const job *j = b->job;
    OCL_CHECK(clEnqueueReadBuffer(j->env->queue, j->d_y.keys, CL_TRUE, 0,
                                  j->data->n * sizeof(cl_uint), b->keys, 0, NULL, NULL));
    return check_keys(b, name);
}

// A GPU gets no rungs for CPUs beside CUB.
static size_t add_rungs(contest *c, rung rungs[RUNGS], bench *b, const bitonic_settings *settings)
{
    const job *j = b->job;
    size_t count = 0;
    for (int k = FIRST_RUNG; k < BITONIC_RUNGS; k++) {
        const bitonic_rung *ladder = &BITONIC_LADDER[k];
        if (b->cub && ladder->vectors) continue;
        const bitonic_sizes sizes = bitonic_choose_sizes(settings, j->env->device, ladder);
        const bitonic_macros macros = bitonic_build_options(settings, &sizes);
        rung *r = &rungs[count++];
        r->bench = b;
        r->program = ocl_build(j->env, "bitonic_sort.cl", "%s", macros.text);
        r->s = make_sorter(j, ladder, r->program, &sizes);
        contest_add(c, (contest_entry){ .name = ladder->name,
                                        .what = r,
                                        .prepare = poison,
                                        .run_ns = time_rung,
                                        .check = check_rung,
                                        .work = (double)j->data->n });
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
                              .summary = "The rungs of bitonic_sort beside std::sort, or CUB.",
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

    job j = { .env = &env, .data = &data };
    j.d_y = columns_open(&env, &data);
    j.d_x = columns_input(&env, &data);
    bench b = { .job = &j, .keys = ocl_alloc(bytes) };
    contest c = { .unit = "Mkey/s", .queue = env.queue, .rounds = opt->repeat };
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
    contest_run(&c);
    contest_report(&c, report);
    ocl_table speed = contest_table(&c, report);
    contest_ratios(&c, &speed);

    for (size_t i = 0; i < count; i++) {
        for (int k = BITONIC_KERNELS - 1; k >= 0; k--)
            if (rungs[i].s.kernels[k]) OCL_CHECK(clReleaseKernel(rungs[i].s.kernels[k]));
        OCL_CHECK(clReleaseProgram(rungs[i].program));
    }
#ifdef OCL_HAVE_CUB
    if (b.cub) radix_sort_cub_close(b.cub);
#endif
    free(b.keys);
    columns_close(&j.d_x, &data);
    columns_close(&j.d_y, &data);
    ocl_close(&env);
    keys_free(&data);
    return ocl_report_close(report);
}
