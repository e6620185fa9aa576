// SPDX-License-Identifier: MIT
//
// bench_knn - the kernels of knn and knn_queries beside a vectorised scan with OpenMP: one query,
// then many.
//
// The scan computes a block of distances, and looks for neighbours in the block only if one of them
// is near enough.  Every round runs each contender once, so that a slow moment
// of the machine meets all of them.  Times are the wall clock's, with all launches and the wait;
// the grid is built in each run.  On a busy machine the processor time of all threads is a better
// measure; OMP_WAIT_POLICY=passive keeps waiting threads from spinning.

#include "knn_steps.h"
#include "shared/knn_ref.h"
#include "shared/knn_report.h"

#include <omp.h>
#include <time.h>

enum { OPENMP_ROWS = -2, OPENMP_PAIRS = -1 };
enum { SCAN_BLOCK = 256, SCAN_TILE = 2048, CONTENDERS = 6, MAX_THREADS = 256 };

// The k smallest keys so far.
typedef struct {
    uint64_t keys[MAX_K];
    float limit;
} best_keys;

static void add_key(best_keys *best, size_t k, float distance, size_t index)
{
    uint32_t bits;
    memcpy(&bits, &distance, sizeof bits);
    const uint64_t key = (uint64_t)bits << 32 | index;
    if (key >= best->keys[k - 1]) return;
    size_t at = k - 1;
    for (; at > 0 && best->keys[at - 1] > key; at--)
        best->keys[at] = best->keys[at - 1];
    best->keys[at] = key;
    if (best->keys[k - 1] != UINT64_MAX) best->limit = (float)knn_key_distance(best->keys[k - 1]);
}

static float square_of(float x, float y)
{
    return fmaf(y, y, x * x);
}

// Where the coordinates of the points are: in two rows, or side by side.
typedef struct {
    const knn_data *data;
    const float *pairs;    // NULL: rows
} layout;

static void scan_block(best_keys *best, const layout *l, const float *q, size_t first)
{
    const knn_data *d = l->data;
    const float *x = d->points + first, *y = d->points + d->stride + first;
    const float *xy = l->pairs ? l->pairs + 2 * first : NULL;
    const size_t count = ocl_smaller(SCAN_BLOCK, d->n - first);
    const float limit = best->limit;
    float distances[SCAN_BLOCK];
    if (l->pairs)
        for (size_t i = 0; i < count; i++)
            distances[i] = square_of(xy[2 * i] - q[0], xy[2 * i + 1] - q[1]);
    else
        for (size_t i = 0; i < count; i++)
            distances[i] = square_of(x[i] - q[0], y[i] - q[1]);
    int near = 0;
    for (size_t i = 0; i < count; i++)
        near |= distances[i] <= limit;
    if (!near) return;
    for (size_t i = 0; i < count; i++)
        if (distances[i] <= best->limit) add_key(best, d->k, distances[i], first + i);
}

static void clear_keys(best_keys *best)
{
    memset(best->keys, 0xff, sizeof best->keys);
    best->limit = INFINITY;
}

// Threads share the points.  The tiles of a thread stay in its cache for all queries.
static void scan_one(uint64_t *lists, const layout *l)
{
    const knn_data *d = l->data;
    static best_keys parts[MAX_THREADS];
    int threads = 1;
#pragma omp parallel num_threads(ocl_smaller((size_t)omp_get_max_threads(), MAX_THREADS))
    {
        const size_t count = (size_t)omp_get_num_threads(), me = (size_t)omp_get_thread_num();
        best_keys best;
        clear_keys(&best);
        const size_t blocks = ocl_divide_up(d->n, SCAN_BLOCK);
        for (size_t b = blocks * me / count; b < blocks * (me + 1) / count; b++)
            scan_block(&best, l, d->asked, b * SCAN_BLOCK);
        parts[me] = best;
#pragma omp single
        threads = (int)count;
    }
    for (int t = 1; t < threads; t++)
        for (size_t j = 0; j < d->k && parts[t].keys[j] != UINT64_MAX; j++)
            add_key(&parts[0], d->k, (float)knn_key_distance(parts[t].keys[j]),
                    (uint32_t)parts[t].keys[j]);
    memcpy(lists, parts[0].keys, d->k * sizeof *lists);
}

// Threads share the queries.
static void scan_many(uint64_t *lists, const layout *l)
{
    const knn_data *d = l->data;
    best_keys *best = ocl_alloc(d->queries * sizeof *best);
    for (size_t q = 0; q < d->queries; q++)
        clear_keys(&best[q]);
#pragma omp parallel
    {
        const size_t count = (size_t)omp_get_num_threads(), me = (size_t)omp_get_thread_num();
        const size_t begin = d->queries * me / count, end = d->queries * (me + 1) / count;
        for (size_t tile = 0; tile < d->n; tile += SCAN_TILE)
            for (size_t q = begin; q < end; q++)
                for (size_t first = tile; first < d->n && first < tile + SCAN_TILE;
                     first += SCAN_BLOCK)
                    scan_block(&best[q], l, d->asked + 2 * q, first);
    }
    for (size_t q = 0; q < d->queries; q++)
        memcpy(lists + q * d->k, best[q].keys, d->k * sizeof *lists);
    free(best);
}

// The rungs that are compared, and the two scans.
typedef struct {
    knn_steps steps[CONTENDERS];
    const float *pairs;
} contenders;

static double run_ns(const contenders *all, size_t c, int variant, uint64_t *lists)
{
    const knn_data *d = all->steps[c].data;
    const size_t bytes = d->queries * d->k * sizeof *lists;
    memset(lists, 0xff, bytes);
    const double begin = ocl_wall_ns();
    if (variant < 0) {
        const layout l = { .data = d, .pairs = variant == OPENMP_PAIRS ? all->pairs : NULL };
        if (d->queries == 1)
            scan_one(lists, &l);
        else
            scan_many(lists, &l);
        return ocl_wall_ns() - begin;
    }
    const knn_steps *steps = &all->steps[c];
    knn_steps_enqueue(steps);
    OCL_CHECK(clFinish(steps->env->queue));
    const double ns = ocl_wall_ns() - begin;
    OCL_CHECK(clEnqueueReadBuffer(steps->env->queue, steps->buffers[0], CL_TRUE, 0, bytes, lists, 0,
                                  NULL, NULL));
    return ns;
}

static const char *name_of_variant(int variant)
{
    if (variant < 0) return variant == OPENMP_PAIRS ? "openmp_pairs" : "openmp_rows";
    return STEP_NAMES[variant];
}

// All rounds with the queries of `data`.
static void compare(ocl_report *report, const ocl_env *env, knn_data *data, const int *variants)
{
    const size_t keys = data->queries * data->k;
    float *pairs = ocl_alloc(2 * data->n * sizeof *pairs);
    for (size_t i = 0; i < data->n; i++)
        for (size_t j = 0; j < 2; j++)
            pairs[2 * i + j] = data->points[j * data->stride + i];
    uint64_t *lists = ocl_alloc(keys * sizeof *lists), *want = ocl_alloc(keys * sizeof *want);
    uint64_t *ref = ocl_alloc(data->queries * data->row * sizeof *ref);
    knn_ref(ref, data);
    for (size_t q = 0; q < data->queries; q++)
        memcpy(want + q * data->k, ref + q * data->row, data->k * sizeof *want);

    static ocl_times times[CONTENDERS], work[CONTENDERS];
    memset(times, 0, sizeof times);
    memset(work, 0, sizeof work);
    ocl_result results[CONTENDERS];
    size_t count = 0;
    contenders all = { .pairs = pairs };
    for (; variants[count] != STEP_RUNGS; count++)
        all.steps[count] = variants[count] < 0 ? (knn_steps){ .data = data }
                                               : knn_steps_open(env, data, variants[count]);
    for (size_t round = 0; round <= env->options->repeat; round++)
        for (size_t c = 0; c < count; c++) {
            const clock_t begin = clock();
            const double ns = run_ns(&all, c, variants[c], lists);
            const double work_ns = 1e9 * (double)(clock() - begin) / CLOCKS_PER_SEC;
            if (round > 0) ocl_times_add(&times[c], ns);
            if (round > 0) ocl_times_add(&work[c], work_ns);
            const ocl_result one = ocl_verify_u64("keys", lists, want, keys);
            results[c] = round > 0 ? ocl_result_both(results[c], one) : one;
        }
    ocl_table table = ocl_table_open(
        report, "speed", "queries, variant, times as fast as openmp_pairs, by processor time");
    for (size_t c = 0; c < count; c++)
        ocl_report_row(report, &(ocl_row){ .name = name_of_variant(variants[c]),
                                           .times = &times[c],
                                           .work = (double)data->n * (double)data->queries,
                                           .unit = "Gpair/s",
                                           .result = results[c] });
    for (size_t c = 1; c < count; c++)
        ocl_table_row(&table, "%7zu %-12s %.3f %.3f", data->queries, name_of_variant(variants[c]),
                      ocl_median_ns(&times[0]) / ocl_median_ns(&times[c]),
                      ocl_median_ns(&work[0]) / ocl_median_ns(&work[c]));
    for (size_t c = count; c > 0; c--)
        if (variants[c - 1] >= 0) knn_steps_close(&all.steps[c - 1]);
    free(pairs);
    free(ref);
    free(want);
    free(lists);
}

int main(int argc, char **argv)
{
    knn_settings settings = {
        .k = 16, .queries = 1000, .classes = 3, .dimensions = 2, .layout = LAYOUT_UNIFORM
    };
    const ocl_option own[] = {
        { .usage = "-m, --queries N: of the second comparison", .count = &settings.queries },
        { .usage = "-K, --neighbours N: at most 64", .count = &settings.k },
        { .usage = NULL },
    };
    const ocl_about about = { .name = "bench_knn",
                              .summary = "knn's kernels beside a vectorised scan with OpenMP.",
                              .accepts = "dnrks",
                              .size_help = "points",
                              .extents = 1,
                              .own = own };
    settings.options =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 1000000 }, .repeat = 21, .seed = 1 });
    ocl_env env = ocl_open(&settings.options);
    knn_require_memory(env.device, &settings);
    knn_data data = knn_get_data(&settings);
    ocl_report *report = ocl_report_open(&settings.options, env.device);
    knn_report_problem(report, &data);

    const size_t queries = data.queries;
    data.queries = 1;
    compare(report, &env, &data,
            (const int[]){ OPENMP_PAIRS, OPENMP_ROWS, STEP_SELECT, STEP_WIDE, STEP_SAMPLED,
                           STEP_RUNGS });
    data.queries = queries;
    compare(report, &env, &data,
            (const int[]){ OPENMP_PAIRS, OPENMP_ROWS, STEP_TILES, STEP_GRID, STEP_RUNGS });
    ocl_report_fact(report, "one launch and its wait, us", "%.1f",
                    ocl_device_limits(&env).launch_us);
    knn_free_data(&data);
    ocl_close(&env);
    return ocl_report_close(report);
}
