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

enum { FIRST_RUNG = 3, MAX_CONTENDERS = 1 + BITONIC_RUNGS - FIRST_RUNG, BACK_TO_BACK = 20 };

// Rung NULL: std::sort, or CUB.
typedef struct {
    const char *name;
    const job *job;
    radix_sort_cub *cub;    // NULL: against std::sort
    const bitonic_rung *rung;
    sorter s;
    cl_program program;
    ocl_times times;
    ocl_result result;
} contender;

static void enqueue_sort(void *what, cl_event *done)
{
    const contender *who = what;
    cl_event events[2];
    sort(who->job, &who->s, (cl_uint)who->job->data->n, events);
    timed_span_done(done, events);
}

// One run, or the mean of several.  The answer of a peer is in `keys`.
static double run_ns(contender *who, uint32_t *keys)
{
    const job *j = who->job;
#ifdef OCL_HAVE_CUB
    if (who->cub && !who->rung) {
        const double ns = radix_sort_cub_ns(who->cub, BACK_TO_BACK);
        radix_sort_cub_read(who->cub, keys, NULL);
        return ns;
    }
#endif
    if (who->cub) return timed_queued_ns(enqueue_sort, who, 0, BACK_TO_BACK);
    if (who->rung) return timed_alone_ns(j->env->queue, enqueue_sort, who);
    const double begin = ocl_wall_ns();
    bitonic_std_sort((int32_t *)keys, j->data->n);
    return ocl_wall_ns() - begin;
}

static void run_once(contender *who, size_t round, uint32_t *keys)
{
    const job *j = who->job;
    const size_t bytes = j->data->n * sizeof(cl_uint);
    memcpy(keys, j->data->keys, bytes);
    columns_poison(&j->d_y, j->env, j->data, round);
    OCL_CHECK(clFinish(j->env->queue));
    const double ns = run_ns(who, keys);
    if (round > 0) ocl_times_add(&who->times, ns);
    if (who->rung)
        OCL_CHECK(clEnqueueReadBuffer(j->env->queue, j->d_y.keys, CL_TRUE, 0, bytes, keys, 0, NULL,
                                      NULL));
    const ocl_result one = keys_verify(who->name, j->data, keys, NULL);
    who->result = round > 0 ? ocl_result_both(who->result, one) : one;
}

// The peer first.  A GPU gets no rungs for CPUs beside CUB.
static size_t line_up(contender all[MAX_CONTENDERS], const job *j, radix_sort_cub *cub,
                      const bitonic_settings *settings)
{
    size_t count = 0;
    all[count++] = (contender){ .name = cub ? "cub" : "std::sort", .job = j, .cub = cub };
    for (int r = FIRST_RUNG; r < BITONIC_RUNGS; r++) {
        const bitonic_rung *rung = &BITONIC_LADDER[r];
        if (cub && rung->vectors) continue;
        contender *who = &all[count++];
        *who = (contender){ .name = rung->name, .job = j, .cub = cub, .rung = rung };
        const bitonic_sizes sizes = bitonic_choose_sizes(settings, j->env->device, rung);
        const bitonic_macros macros = bitonic_build_options(settings, &sizes);
        who->program = ocl_build(j->env, "bitonic_sort.cl", "%s", macros.text);
        who->s = make_sorter(j, rung, who->program, &sizes);
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
    radix_sort_cub *cub = NULL;
#ifdef OCL_HAVE_CUB
    if (!ocl_is_cpu(env.device)) cub = radix_sort_cub_open(data.keys, NULL, n);
#endif
    contender all[MAX_CONTENDERS];
    const size_t count = line_up(all, &j, cub, &settings);
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
    for (size_t i = 1; i < count; i++) {
        for (int k = BITONIC_KERNELS - 1; k >= 0; k--)
            if (all[i].s.kernels[k]) OCL_CHECK(clReleaseKernel(all[i].s.kernels[k]));
        OCL_CHECK(clReleaseProgram(all[i].program));
    }
#ifdef OCL_HAVE_CUB
    if (cub) radix_sort_cub_close(cub);
#endif
    columns_close(&j.d_x, &data);
    columns_close(&j.d_y, &data);
    ocl_close(&env);
    keys_free(&data);
    return ocl_report_close(report);
}
