// SPDX-License-Identifier: MIT
//
// bench_radix_sort - radix sorts of samples beside std::sort and a radix sort with OpenMP, on int
// keys; on a GPU, beside CUB, on keys alone or with values.
//
// Every round runs each contender once, so that a slow moment of the machine meets all of them.
// Against std::sort and OpenMP, the host's clock counts, with the launches and the waits.  Against
// CUB, the GPU's clock counts: sorts follow each other back to back.

#include "radix_sort_cub.h"
#include "radix_sort_std.h"
#include "sample_sorts.h"

#include <omp.h>

enum { BITS = 11, BINS = 1 << BITS, PASSES = 3, BACK_TO_BACK = 20 };
enum { SORTS = 4, MAX_PEERS = 2, MAX_CONTENDERS = MAX_PEERS + SORTS };

static const sample_sort *const SAMPLES[SORTS] = { &SORT_LONG_ITEMS, &SORT_BITS_8, &SORT_HYBRID,
                                                   &SORT_BOOKED };

typedef struct {
    const ocl_env *env;
    const keys_data *data;
    uint32_t *keys, *copy;    // of the peers on the host, which sort in place
    uint32_t (*counts)[BINS];
    radix_sort_cub *cub;    // NULL: against std::sort and OpenMP
} bench;

typedef struct contender {
    const char *name;
    double (*run_ns)(const bench *b, const struct contender *who);    // one run, or a mean
    ocl_result (*check)(const bench *b, const struct contender *who);
    const sample_sort *sort;    // NULL: a peer
    void *opened;
    ocl_times times;
    ocl_result result;
} contender;

// --- std::sort and OpenMP

static double run_std(const bench *b, const contender *who)
{
    (void)who;
    const double begin = ocl_wall_ns();
    radix_sort_std((int32_t *)b->keys, b->data->n);
    return ocl_wall_ns() - begin;
}

static ocl_result check_std(const bench *b, const contender *who)
{
    return keys_verify(who->name, b->data, b->keys, NULL);
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
static void sort_openmp(const bench *b)
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

static double run_openmp(const bench *b, const contender *who)
{
    (void)who;
    const double begin = ocl_wall_ns();
    sort_openmp(b);
    return ocl_wall_ns() - begin;
}

static ocl_result check_openmp(const bench *b, const contender *who)
{
    return keys_verify(who->name, b->data, b->copy, NULL);
}

// --- CUB

#ifdef OCL_HAVE_CUB
static double run_cub(const bench *b, const contender *who)
{
    (void)who;
    return radix_sort_cub_ns(b->cub, BACK_TO_BACK);
}

static ocl_result check_cub(const bench *b, const contender *who)
{
    uint32_t *values = b->data->values ? b->copy : NULL;
    radix_sort_cub_read(b->cub, b->keys, values);
    return keys_verify(who->name, b->data, b->keys, values);
}
#endif

// --- the samples

static double run_sample(const bench *b, const contender *who)
{
    if (b->cub) return timed_queued_ns(who->sort->enqueue, who->opened, 0, BACK_TO_BACK);
    return timed_alone_ns(b->env->queue, who->sort->enqueue, who->opened);
}

static ocl_result check_sample(const bench *b, const contender *who)
{
    const ocl_answers none[2] = { { .count = 0 } };
    return columns_verify(who->sort->answer(who->opened), b->env, b->data, who->name, none);
}

// Whether the sort takes part: that of --variant, or else those for this kind of device.
static bool takes_part(const sample_sort *sort, const ocl_env *env, const keys_settings *keys)
{
    if (keys->pairs && !sort->takes_pairs) return false;
    if (ocl_wants(env->options, "all")) return sort->for_cpus == ocl_is_cpu(env->device);
    return ocl_wants(env->options, sort->name);
}

// --- the rounds

// The peers first.
static size_t line_up(contender all[MAX_CONTENDERS], const bench *b)
{
    size_t count = 0;
#ifdef OCL_HAVE_CUB
    if (b->cub) all[count++] = (contender){ .name = "cub", .run_ns = run_cub, .check = check_cub };
#endif
    if (!b->cub) {
        all[count++] = (contender){ .name = "std::sort", .run_ns = run_std, .check = check_std };
        all[count++] = (contender){ .name = "openmp", .run_ns = run_openmp, .check = check_openmp };
    }
    for (size_t i = 0; i < SORTS; i++) {
        const sample_sort *sort = SAMPLES[i];
        if (!takes_part(sort, b->env, &b->data->settings)) continue;
        all[count++] = (contender){ .name = sort->name,
                                    .run_ns = run_sample,
                                    .check = check_sample,
                                    .sort = sort,
                                    .opened = sort->open(sort, b->env, b->data) };
    }
    return count;
}

static void run_rounds(const bench *b, contender *all, size_t count)
{
    for (size_t round = 0; round <= b->env->options->repeat; round++)
        for (size_t i = 0; i < count; i++) {
            memcpy(b->keys, b->data->keys, b->data->n * sizeof *b->keys);
            for (size_t k = 0; k < count; k++)
                if (all[k].sort)
                    columns_poison(all[k].sort->answer(all[k].opened), b->env, b->data, round);
            const double ns = all[i].run_ns(b, &all[i]);
            if (round > 0) ocl_times_add(&all[i].times, ns);
            const ocl_result one = all[i].check(b, &all[i]);
            all[i].result = round > 0 ? ocl_result_both(all[i].result, one) : one;
        }
}

static void report_all(ocl_report *report, const contender *all, size_t count, size_t n)
{
    for (size_t i = 0; i < count; i++)
        ocl_report_row(report, &(ocl_row){ .name = all[i].name,
                                           .times = &all[i].times,
                                           .work = (double)n,
                                           .unit = "Mkey/s",
                                           .result = all[i].result });
    // Ratios of medians.
    ocl_table table = ocl_table_open(report, "speed", "variant, times as fast as, peer");
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; all[i].sort && k < count && !all[k].sort; k++)
            ocl_table_row(&table, "%-16s %.3f %s", all[i].name,
                          ocl_median_ns(&all[k].times) / ocl_median_ns(&all[i].times), all[k].name);
}

// Exits where there is too little memory, or no sort takes part.
static void require(const ocl_env *env, const keys_settings *keys)
{
    const double n = (double)env->options->n[0];
    double bytes = 0.0;
    for (size_t i = 0; i < SORTS; i++)
        if (takes_part(SAMPLES[i], env, keys)) bytes += SAMPLES[i]->bytes(SAMPLES[i], env, keys);
    if (bytes == 0.0) ocl_exit(OCL_EXIT_USAGE, "--pairs: this variant sorts keys alone");
#ifdef OCL_HAVE_CUB
    if (!ocl_is_cpu(env->device)) bytes += (keys->pairs ? 24.0 : 12.0) * n;    // with CUB's room
#endif
    ocl_require_memory(env->device, 4.0 * n, bytes, keys_host_bytes(keys, (size_t)n) + 8.0 * n);
}

int main(int argc, char **argv)
{
    keys_settings keys = { .pairs = false };
    ocl_option keys_options[KEYS_OPTIONS];
    keys_add_options(keys_options, &keys);
    const ocl_option own[] = { keys_options[2], keys_options[3], { .usage = NULL } };
    const char *variants[SORTS + 1] = { NULL };
    for (size_t i = 0; i < SORTS; i++)
        variants[i] = SAMPLES[i]->name;
    const ocl_about about = { .name = "bench_radix_sort",
                              .summary = "Radix sorts beside std::sort and OpenMP, or CUB.",
                              .accepts = "dnrVks",
                              .size_help = "keys",
                              .extents = 1,
                              .variants = variants,
                              .own = own };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 1 << 20 }, .repeat = 21, .seed = 1 });
    keys_require_places(&opt);
    ocl_env env = ocl_open(&opt);
    const size_t n = opt.n[0];
    require(&env, &keys);
    keys_data data = keys_make(&keys, n, opt.seed);
    bench b = { .env = &env, .data = &data };
#ifdef OCL_HAVE_CUB
    if (!ocl_is_cpu(env.device)) b.cub = radix_sort_cub_open(data.keys, data.values, n);
#endif
    if (keys.pairs && !b.cub)
        ocl_exit(OCL_EXIT_USAGE, "--pairs: only CUB sorts pairs, and needs an NVIDIA GPU");
    ocl_report *report = ocl_report_open(&opt, env.device);
    keys_report(report, &keys, n);
    OCL_TIME_REFERENCE(report, keys_sort_ref(&data));

    b.keys = ocl_alloc(n * sizeof *b.keys);
    b.copy = ocl_alloc(n * sizeof *b.copy);
    b.counts = ocl_alloc((size_t)omp_get_max_threads() * sizeof *b.counts);
    contender all[MAX_CONTENDERS];
    const size_t count = line_up(all, &b);
    run_rounds(&b, all, count);
    report_all(report, all, count, n);

    for (size_t i = 0; i < count; i++)
        if (all[i].sort) all[i].sort->close(all[i].opened);
    free(b.counts);
    free(b.copy);
    free(b.keys);
#ifdef OCL_HAVE_CUB
    if (b.cub) radix_sort_cub_close(b.cub);
#endif
    keys_free(&data);
    ocl_close(&env);
    return ocl_report_close(report);
}
