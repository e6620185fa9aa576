// SPDX-License-Identifier: MIT
//
// bench_radix_sort - radix_sort_msd beside std::sort and a radix sort with OpenMP, on int keys.
//
// Every round runs each contender once, so that a slow moment of the machine meets all of them.
// Times are the wall clock's, with the launches and the waits.

#define main radix_sort_msd_main
#include "radix_sort_msd.c"
#undef main

#include "radix_sort_std.h"

#include <omp.h>

enum { BITS = 11, BINS = 1 << BITS, PASSES = 3, CONTENDERS = 3 };

typedef struct {
    const keys_data *data;
    sorter sorter;
    uint32_t *keys, *copy;    // of the peers, which sort in place
    uint32_t (*counts)[BINS];
} bench;

typedef struct {
    const char *name;
    void (*run)(const bench *b);
    ocl_times times;
    ocl_result result;
} contender;

static void run_std(const bench *b)
{
    radix_sort_std((int32_t *)b->keys, b->data->n);
}

static uint32_t bin_of(uint32_t key, int pass)
{
    return (key ^ UINT32_C(1) << 31) >> (pass * BITS) & (BINS - 1);
}

// counts[thread][bin] becomes the place of the thread's first key of this bin.
static void scan_counts(uint32_t (*counts)[BINS], int threads)
{
    uint32_t sum = 0;
    for (int bin = 0; bin < BINS; bin++)
        for (int t = 0; t < threads; t++) {
            const uint32_t count = counts[t][bin];
            counts[t][bin] = sum;
            sum += count;
        }
}

// The lowest digit first, three digits of 11 bits.  The last pass leaves the keys in `copy`.
static void run_openmp(const bench *b)
{
#pragma omp parallel
    {
        const size_t threads = (size_t)omp_get_num_threads(), thread = (size_t)omp_get_thread_num();
        const size_t begin = b->data->n * thread / threads;
        const size_t end = b->data->n * (thread + 1) / threads;
        uint32_t *from = b->keys, *to = b->copy, *mine = b->counts[thread];
        for (int pass = 0; pass < PASSES; pass++) {
            memset(mine, 0, sizeof b->counts[thread]);
            for (size_t i = begin; i < end; i++)
                mine[bin_of(from[i], pass)]++;
#pragma omp barrier
#pragma omp single
            scan_counts(b->counts, (int)threads);
            for (size_t i = begin; i < end; i++)
                to[mine[bin_of(from[i], pass)]++] = from[i];
#pragma omp barrier
            uint32_t *swap = from;
            from = to;
            to = swap;
        }
    }
}

static void run_opencl(const bench *b)
{
    cl_event span[2];
    sort_range(&b->sorter, (range){ .n = (cl_uint)b->data->n, .shift = 24 }, span);
    OCL_CHECK(clFinish(b->sorter.env->queue));
    OCL_CHECK(clReleaseEvent(span[1]));
    OCL_CHECK(clReleaseEvent(span[0]));
}

static ocl_result check(const bench *b, const contender *who)
{
    const ocl_answers none[2] = { { .count = 0 } };
    if (who->run == run_opencl)
        return columns_verify(&b->sorter.d_y, b->sorter.env, b->data, who->name, none);
    return keys_verify(who->name, b->data, who->run == run_std ? b->keys : b->copy, NULL);
}

static void run_rounds(const bench *b, contender *all, size_t rounds)
{
    for (size_t round = 0; round <= rounds; round++)
        for (size_t i = 0; i < CONTENDERS; i++) {
            memcpy(b->keys, b->data->keys, b->data->n * sizeof *b->keys);
            columns_poison(&b->sorter.d_y, b->sorter.env, b->data, round);
            const double begin = ocl_wall_ns();
            all[i].run(b);
            if (round > 0) ocl_times_add(&all[i].times, ocl_wall_ns() - begin);
            const ocl_result one = check(b, &all[i]);
            all[i].result = round > 0 ? ocl_result_both(all[i].result, one) : one;
        }
}

int main(int argc, char **argv)
{
    msd_settings settings = { .limit = 0 };
    ocl_option keys_options[KEYS_OPTIONS];
    keys_add_options(keys_options, &settings.keys);
    const ocl_option own[] = { keys_options[2], { .usage = NULL } };
    const ocl_about about = { .name = "bench_radix_sort",
                              .summary = "radix_sort_msd beside std::sort and OpenMP.",
                              .accepts = "dnrks",
                              .size_help = "keys",
                              .extents = 1,
                              .own = own };
    settings.options =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 1 << 20 }, .repeat = 21, .seed = 1 });
    const ocl_options *opt = &settings.options;
    ocl_env env = ocl_open(opt);
    const size_t n = opt->n[0];
    ocl_require_memory(env.device, 4.0 * (double)n,
                       12.0 * (double)n + (double)msd_room_bytes(&settings, env.device),
                       keys_host_bytes(&settings.keys, n) + 8.0 * (double)n);
    keys_data data = keys_make(&settings.keys, n, opt->seed);
    ocl_report *report = ocl_report_open(opt, env.device);
    keys_report(report, &settings.keys, n);
    OCL_TIME_REFERENCE(report, keys_sort_ref(&data));

    bench b = { .data = &data, .sorter = open_sorter(&env, &settings, &data) };
    b.keys = ocl_alloc(n * sizeof *b.keys);
    b.copy = ocl_alloc(n * sizeof *b.copy);
    b.counts = ocl_alloc((size_t)omp_get_max_threads() * sizeof *b.counts);
    contender all[CONTENDERS] = { { .name = "std::sort", .run = run_std },
                                  { .name = "openmp", .run = run_openmp },
                                  { .name = "long_items", .run = run_opencl } };
    run_rounds(&b, all, opt->repeat);
    for (size_t i = 0; i < CONTENDERS; i++)
        ocl_report_row(report, &(ocl_row){ .name = all[i].name,
                                           .times = &all[i].times,
                                           .work = (double)n,
                                           .unit = "Mkey/s",
                                           .result = all[i].result });
    ocl_table table = ocl_table_open(report, "speed", "against, long_items is faster by");
    for (size_t i = 0; i + 1 < CONTENDERS; i++)
        ocl_table_row(&table, "%-10s %.2f", all[i].name,
                      ocl_median_ns(&all[i].times) / ocl_median_ns(&all[CONTENDERS - 1].times));

    free(b.counts);
    free(b.copy);
    free(b.keys);
    close_sorter(&b.sorter);
    keys_free(&data);
    ocl_close(&env);
    return ocl_report_close(report);
}
