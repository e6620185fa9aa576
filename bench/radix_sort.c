// SPDX-License-Identifier: MIT
//
// bench_radix_sort - radix sorts of samples beside std::sort and a radix sort with OpenMP, on int
// keys; on a GPU, beside CUB, on keys alone or with values.
//
// Against std::sort and OpenMP, the host's clock counts, with the launches and the waits.  Against
// CUB, the GPU's clock counts: sorts follow each other back to back.

#include "contest.h"
#include "radix_sort_cub.h"
#include "radix_sort_std.h"
#include "sample_sorts.h"

#include <omp.h>

enum { BITS = 11, BINS = 1 << BITS, PASSES = 3, BACK_TO_BACK = 20 };
enum { SORTS = 4 };

static const sample_sort *const SAMPLES[SORTS] = { &SORT_LONG_ITEMS, &SORT_BITS_8, &SORT_HYBRID,
                                                   &SORT_BOOKED };

typedef struct {
    const ocl_env *env;
    const keys_data *data;
    uint32_t *keys, *copy;    // of the peers on the host, which sort in place
    uint32_t (*counts)[BINS];
    radix_sort_cub *cub;    // NULL: against std::sort and OpenMP
} bench;

// A sort of a sample.
typedef struct {
    const bench *bench;
    const sample_sort *sort;
    void *opened;
} contender;

// --- std::sort and OpenMP

static void take_keys(void *what, size_t round)
{
    const bench *b = what;
    (void)round;
    memcpy(b->keys, b->data->keys, b->data->n * sizeof *b->keys);
}

static void run_std(void *what)
{
    const bench *b = what;
    radix_sort_std((int32_t *)b->keys, b->data->n);
}

static ocl_result check_std(void *what, const char *name)
{
    const bench *b = what;
    return keys_verify(name, b->data, b->keys, NULL);
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

static void run_openmp(void *what)
{
    sort_openmp(what);
}

static ocl_result check_openmp(void *what, const char *name)
{
    const bench *b = what;
    return keys_verify(name, b->data, b->copy, NULL);
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
    uint32_t *values = b->data->values ? b->copy : NULL;
    radix_sort_cub_read(b->cub, b->keys, values);
    return keys_verify(name, b->data, b->keys, values);
}
#endif

// --- the samples

static void poison(void *what, size_t round)
{
    const contender *who = what;
    columns_poison(who->sort->answer(who->opened), who->bench->env, who->bench->data, round);
}

static double run_sample(void *what)
{
    const contender *who = what;
    if (who->bench->cub) return timed_queued_ns(who->sort->enqueue, who->opened, 0, BACK_TO_BACK);
    return timed_alone_ns(who->bench->env->queue, who->sort->enqueue, who->opened);
}

static ocl_result check_sample(void *what, const char *name)
{
    const contender *who = what;
    const bench *b = who->bench;
    return columns_compare(who->sort->answer(who->opened), b->env, b->data, name);
}

// Whether the sort takes part: that of --variant, or else those for this kind of device.
static bool takes_part(const sample_sort *sort, const ocl_env *env, const keys_settings *keys)
{
    if (keys->pairs && !sort->takes_pairs) return false;
    if (ocl_wants(env->options, "all")) return sort->for_cpus == ocl_is_cpu(env->device);
    return ocl_wants(env->options, sort->name);
}

// --- the contenders

static void add_peers(contest *c, bench *b)
{
    const double n = (double)b->data->n;
#ifdef OCL_HAVE_CUB
    if (b->cub) {
        contest_add(c, (contest_entry){ .name = "cub",
                                        .is_peer = true,
                                        .what = b,
                                        .run_ns = run_cub,
                                        .check = check_cub,
                                        .work = n });
        return;
    }
#endif
    contest_add(c, (contest_entry){ .name = "std::sort",
                                    .is_peer = true,
                                    .what = b,
                                    .prepare = take_keys,
                                    .run = run_std,
                                    .check = check_std,
                                    .work = n });
    contest_add(c, (contest_entry){ .name = "openmp",
                                    .is_peer = true,
                                    .what = b,
                                    .prepare = take_keys,
                                    .run = run_openmp,
                                    .check = check_openmp,
                                    .work = n });
}

static size_t add_samples(contest *c, contender all[SORTS], const bench *b)
{
    size_t count = 0;
    for (size_t i = 0; i < SORTS; i++) {
        const sample_sort *sort = SAMPLES[i];
        if (!takes_part(sort, b->env, &b->data->settings)) continue;
        contender *who = &all[count++];
        *who = (contender){ .bench = b, .sort = sort, .opened = sort->open(sort, b->env, b->data) };
        contest_add(c, (contest_entry){ .name = sort->name,
                                        .what = who,
                                        .prepare = poison,
                                        .run_ns = run_sample,
                                        .check = check_sample,
                                        .work = (double)b->data->n });
    }
    return count;
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
    contest c = { .unit = "Mkey/s", .env = &env, .rounds = opt.repeat };
    add_peers(&c, &b);
    contender all[SORTS];
    const size_t count = add_samples(&c, all, &b);
    contest_hold(&c, report);

    for (size_t i = 0; i < count; i++)
        all[i].sort->close(all[i].opened);
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
