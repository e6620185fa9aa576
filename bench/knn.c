// SPDX-License-Identifier: MIT
//
// bench_knn - the kernels of knn_ladder and knn_queries beside a vectorised scan with OpenMP: one
// query, then many.
//
// The scan computes a block of distances, and looks for neighbours in the block only if one of them
// is near enough.  Times are the wall clock's, with all launches and the wait; the grid is
// built in each run.  On a busy machine the processor time of all threads is a better measure;
// OMP_WAIT_POLICY=passive keeps waiting threads from spinning.

#include "contest.h"
#include "knn_steps.h"
#include "shared/knn_answers.h"

#include <omp.h>

enum { OPENMP_ROWS = -2, OPENMP_PAIRS = -1 };
enum { SCAN_BLOCK = 256, SCAN_TILE = 2048, CONTENDERS = 5, MAX_THREADS = 256 };

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

typedef struct {
    const knn_data *data;
    float *pairs;             // x and y of the points, side by side
    size_t keys;              // of all queries
    uint64_t *lists, *ref;    // of the last run; what they must be
} bench;

// A variant of knn_ladder or one of the scans.
typedef struct {
    bench *bench;
    int variant;
    knn_steps steps;    // of a rung
} contender;

static void forget(void *what, size_t round)
{
    const bench *b = ((const contender *)what)->bench;
    (void)round;
    memset(b->lists, 0xff, b->keys * sizeof *b->lists);
}

static void run_scan(void *what)
{
    const contender *who = what;
    const knn_data *d = who->bench->data;
    const layout l = { .data = d,
                       .pairs = who->variant == OPENMP_PAIRS ? who->bench->pairs : NULL };
    if (d->queries == 1)
        scan_one(who->bench->lists, &l);
    else
        scan_many(who->bench->lists, &l);
}

static void run_kernels(void *what)
{
    const contender *who = what;
    knn_steps_enqueue(&who->steps);
    OCL_CHECK(clFinish(who->steps.env->queue));
}

static ocl_result check(void *what, const char *name)
{
    const contender *who = what;
    const bench *b = who->bench;
    if (who->variant >= 0)
        OCL_CHECK(clEnqueueReadBuffer(who->steps.env->queue, who->steps.buffers[0], CL_TRUE, 0,
                                      b->keys * sizeof *b->lists, b->lists, 0, NULL, NULL));
    return ocl_verify_u64(name, b->lists, b->ref, b->keys);
}

static const char *name_of_variant(int variant)
{
    if (variant < 0) return variant == OPENMP_PAIRS ? "openmp_pairs" : "openmp_rows";
    return STEP_NAMES[variant];
}

// All rounds with the queries of `data`.
static void compare(ocl_report *report, const ocl_env *env, knn_data *data, const int *variants)
{
    bench b = { .data = data, .keys = data->queries * data->k };
    b.pairs = ocl_alloc(2 * data->n * sizeof *b.pairs);
    for (size_t i = 0; i < data->n; i++)
        for (size_t j = 0; j < 2; j++)
            b.pairs[2 * i + j] = data->points[j * data->stride + i];
    b.lists = ocl_alloc(b.keys * sizeof *b.lists);
    b.ref = ocl_alloc(b.keys * sizeof *b.ref);
    uint64_t *more = ocl_alloc(data->queries * data->row * sizeof *more);
    knn_ref(more, data);
    for (size_t q = 0; q < data->queries; q++)
        memcpy(b.ref + q * data->k, more + q * data->row, data->k * sizeof *b.ref);

    contest c = {
        .unit = "Gpair/s", .env = env, .rounds = env->options->repeat, .processor_time = true
    };
    snprintf(c.label, sizeof c.label, "%zu %s", data->queries,
             data->queries == 1 ? "query" : "queries");
    contender all[CONTENDERS];
    size_t count = 0;
    for (; variants[count] != STEP_RUNGS; count++) {
        const size_t i = count;
        const bool is_scan = variants[i] < 0;
        all[i] = (contender){ .bench = &b, .variant = variants[i] };
        if (!is_scan) all[i].steps = knn_steps_open(env, data, variants[i]);
        contest_add(&c, (contest_entry){ .name = name_of_variant(variants[i]),
                                         .is_peer = is_scan,
                                         .what = &all[i],
                                         .prepare = forget,
                                         .run = is_scan ? run_scan : run_kernels,
                                         .check = check,
                                         .work = (double)data->n * (double)data->queries });
    }
    contest_hold(&c, report);
    for (size_t i = count; i > 0; i--)
        if (all[i - 1].variant >= 0) knn_steps_close(&all[i - 1].steps);
    free(b.pairs);
    free(more);
    free(b.ref);
    free(b.lists);
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
                              .summary =
                                  "the kernels of knn_ladder beside a vectorised scan with OpenMP.",
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
    ocl_report_fact(report, "one launch and its wait, us", "%.1f", env.limits.launch_us);
    knn_free_data(&data);
    ocl_close(&env);
    return ocl_report_close(report);
}
