// SPDX-License-Identifier: MIT

#include "knn/arguments.h"

const knn_kernel KNN_KERNELS[] = {
    [DISTANCES] = { "knn_distances", 3, { KEYS, POINTS, ASKED } },
    [SORT_PASS] = { "knn_sort_pass", 1, { KEYS } },
    [SHARE] = { "knn_select", 3, { PARTS, POINTS, ASKED } },
    [SHARE_WIDE] = { "knn_wide", 3, { PARTS, POINTS, ASKED } },
    [MERGE_PARTS] = { "knn_merge", 3, { LISTS, PARTS, FOUND } },
    [MERGE_KEYS] = { "knn_merge", 3, { LISTS, KEYS, FOUND } },
    [SAMPLE] = { "knn_sample", 4, { PARTS, FOUND, POINTS, ASKED } },
    [GATHER] = { "knn_gather", 5, { KEYS, FOUND, POINTS, ASKED, LISTS } },
    [TILES] = { "knn_queries", 3, { PARTS, POINTS, ASKED } },
    [VOTE] = { "knn_vote", 3, { ANSWERS, LISTS, CLASSES } },
    [CLEAR] = { "knn_grid_clear", 2, { COUNTS, BOOKED } },
    [COUNT] = { "knn_grid_count", 2, { COUNTS, POINTS } },
    [ROWS] = { "knn_grid_rows", 3, { STARTS, COUNTS, BOOKED } },
    [SCATTER] = { "knn_grid_scatter", 4, { CELL_POINTS, INDICES, COUNTS, POINTS } },
    [SEARCH] = { "knn_grid_search", 5, { LISTS, CELL_POINTS, INDICES, STARTS, ASKED } },
};

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

void knn_buffer_bytes(size_t bytes[BUFFERS], const knn_data *d, const knn_plan *p,
                      const knn_shape *s)
{
    const size_t lists = larger(p->groups, d->queries * p->parts) * d->kept;
    const size_t counts = (size_t)s->columns * s->rows * s->copies;
    const size_t sizes[BUFFERS] = {
        [KEYS] = p->sorted * sizeof(cl_ulong),
        [PARTS] = larger(lists, p->samples) * sizeof(cl_ulong),
        [LISTS] = d->queries * d->kept * sizeof(cl_ulong),
        [ANSWERS] = d->queries * (d->k + 1) * sizeof(cl_ulong),
        [FOUND] = sizeof(cl_uint),
        [POINTS] = d->dimensions * d->stride * sizeof(cl_float),
        [ASKED] = d->queries * d->dimensions * sizeof(cl_float),
        [CLASSES] = d->n * sizeof(cl_uint),
        [COUNTS] = counts * sizeof(cl_uint),
        [BOOKED] = sizeof(cl_uint),
        [STARTS] = (size_t)s->rows * (s->columns + 1) * sizeof(cl_uint),
        [CELL_POINTS] = 2 * d->stride * sizeof(cl_float),
        [INDICES] = d->n * sizeof(cl_uint),
    };
    memcpy(bytes, sizes, sizeof sizes);
}

cl_program knn_build(const ocl_env *env, const knn_data *d, const knn_plan *p)
{
    return ocl_build(env, "knn.cl",
                     "-DDIMS=%zu -DK=%zu -DKEEP=%zu -DGROUP=%zu -DITEMS=%zu -DWIDE=%zu -DTILE=%zu "
                     "-DCONTIGUOUS=%d -DOWN_COUNTS=%d",
                     d->dimensions, d->kept, d->k, p->group, p->items, p->wide, p->tile,
                     p->own_counts, p->own_counts);
}

// About how long a run and its warm-up take at least.
static double estimate(const ocl_pace *pace, cl_kernel distances, const knn_data *d, int variant)
{
    // Per query: runs of knn_distances, and launches.
    static const double PASSES[] = { [SORT_ALL] = 100.0, [SELECT] = 1.0,  [WIDE] = 0.1,
                                     [SAMPLED] = 0.1,    [QUERIES] = 0.1, [GRID] = 0.0 };
    static const double LAUNCHES[] = { [SORT_ALL] = 200.0, [SELECT] = 4.0,  [WIDE] = 4.0,
                                       [SAMPLED] = 8.0,    [QUERIES] = 0.0, [GRID] = 0.0 };
    static const double LAUNCH_NS = 5e3;
    const size_t local = ocl_local_size(distances, pace->env->device, 64);
    const ocl_range_2d all = { .global = { ocl_round_up(d->n, local) - local, 1 },
                               .local = { local, 1 } };
    const double pass_ns = d->n > local ? ocl_pace_estimate(pace, distances, &all) : 0.0;
    return (double)d->queries * (PASSES[variant] * pass_ns + LAUNCHES[variant] * LAUNCH_NS);
}

bool knn_allows(ocl_pace *pace, ocl_report *report, const knn_data *d, cl_kernel distances,
                int variant)
{
    const char *name = KNN_VARIANTS[variant];
    if (!ocl_wants(pace->env->options, name)) return false;
    if (variant == GRID && d->dimensions != 2) {
        ocl_report_note(report, "grid is left out: the points have %zu dimensions, and not 2",
                        d->dimensions);
        return false;
    }
    return ocl_pace_allows(pace, report, name, estimate(pace, distances, d, variant));
}
