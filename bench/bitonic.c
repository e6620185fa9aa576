// SPDX-License-Identifier: MIT
//
// bench_bitonic - the rungs of bitonic_sort beside std::sort, on the same ints; on a GPU, beside
// CUB's radix sort.
//
// Every round runs each contender once, so that a slow moment of the machine meets all of them.
// Against std::sort, which uses one core, the host's clock counts, with the launches and the wait.
// Against CUB, the GPU's clock counts: sorts follow each other back to back.

// The lesson itself, of which main alone is not called.
#define main bitonic_sort_main
#include "bitonic_sort.c"
#undef main

#include "bitonic_std.h"
#include "radix_sort_cub.h"
#include "timed.h"

enum {
    FIRST_RUNG = REGISTER_TILES,
    MAX_CONTENDERS = 1 + BITONIC_RUNGS - FIRST_RUNG,
    BACK_TO_BACK = 20
};

typedef struct {
    const char *name;
    const lesson *lesson;
    radix_sort_cub *cub;    // NULL: against std::sort
    bool is_peer;           // std::sort, or CUB
    sorter s;               // of what is no peer
    ocl_times times;
    ocl_result result;
} contender;

static void enqueue_sort(void *what, cl_event *done)
{
    contender *who = what;
    cl_event span[2];
    sort(who->lesson, &who->s, (cl_uint)who->lesson->data->n, span);
    timed_span_done(done, span);
}

// One run, or the mean of several.  The answer of a peer is in `keys`.
static double run_ns(contender *who, uint32_t *keys)
{
    const lesson *l = who->lesson;
#ifdef OCL_HAVE_CUB
    if (who->cub && who->is_peer) {
        const double ns = radix_sort_cub_ns(who->cub, BACK_TO_BACK);
        radix_sort_cub_read(who->cub, keys, NULL);
        return ns;
    }
#endif
    if (who->cub) return timed_queued_ns(enqueue_sort, who, 0, BACK_TO_BACK);
    if (!who->is_peer) return timed_alone_ns(l->env->queue, enqueue_sort, who);
    const double begin = ocl_wall_ns();
    bitonic_std_sort((int32_t *)keys, l->data->n);
    return ocl_wall_ns() - begin;
}

static void run_once(contender *who, size_t round, uint32_t *keys)
{
    const lesson *l = who->lesson;
    const size_t bytes = l->data->n * sizeof(cl_uint);
    memcpy(keys, l->data->keys, bytes);
    columns_poison(&l->d_y, l->env, l->data, round);
    OCL_CHECK(clFinish(l->env->queue));
    const double ns = run_ns(who, keys);
    if (round > 0) ocl_times_add(&who->times, ns);
    if (!who->is_peer)
        OCL_CHECK(clEnqueueReadBuffer(l->env->queue, l->d_y.keys, CL_TRUE, 0, bytes, keys, 0, NULL,
                                      NULL));
    const ocl_result one = keys_verify(who->name, l->data, keys, NULL);
    who->result = round > 0 ? ocl_result_both(who->result, one) : one;
}

// The peer first.  A GPU gets no rungs for CPUs beside CUB.
static size_t line_up(contender all[MAX_CONTENDERS], const lesson *l, radix_sort_cub *cub,
                      const bitonic_settings *settings)
{
    size_t count = 0;
    all[count++] =
        (contender){ .name = cub ? "cub" : "std::sort", .lesson = l, .cub = cub, .is_peer = true };
    for (int rung = FIRST_RUNG; rung < BITONIC_RUNGS; rung++) {
        if (cub && rung == VECTORS) continue;
        all[count++] = (contender){ .name = BITONIC_VARIANTS[rung],
                                    .lesson = l,
                                    .cub = cub,
                                    .s = open_sorter(l, settings, rung) };
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

    lesson l = { .env = &env, .data = &data };
    l.d_y = columns_open(&env, &data);
    l.d_x = columns_input(&env, &data);
    radix_sort_cub *cub = NULL;
#ifdef OCL_HAVE_CUB
    if (!ocl_is_cpu(env.device)) cub = radix_sort_cub_open(data.keys, NULL, n);
#endif
    contender all[MAX_CONTENDERS];
    const size_t count = line_up(all, &l, cub, &settings);
    uint32_t *keys = ocl_alloc(bytes);
    for (size_t round = 0; round <= opt->repeat; round++)
        for (size_t i = 0; i < count; i++)
            run_once(&all[i], round, keys);

    for (size_t i = 0; i < count; i++)
        ocl_report_row(report, &(ocl_row){ .name = all[i].name,
                                           .times = &all[i].times,
                                           .work = (double)n,
                                           .unit = "Mkey/s",
                                           .result = all[i].result });
    // Ratios of medians.
    ocl_table table = ocl_table_open(report, "speed", "variant, times as fast as, peer");
    for (size_t i = 1; i < count; i++)
        ocl_table_row(&table, "%-16s %.3f %s", all[i].name,
                      ocl_median_ns(&all[0].times) / ocl_median_ns(&all[i].times), all[0].name);

    free(keys);
    for (size_t i = 1; i < count; i++)
        close_sorter(&all[i].s);
#ifdef OCL_HAVE_CUB
    if (cub) radix_sort_cub_close(cub);
#endif
    columns_close(&l.d_x, &data);
    columns_close(&l.d_y, &data);
    ocl_close(&env);
    keys_free(&data);
    return ocl_report_close(report);
}
