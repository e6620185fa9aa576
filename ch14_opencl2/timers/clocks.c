// SPDX-License-Identifier: MIT

#include "clocks.h"

enum { MAX_WAYS = 2 };

// The good pairs of a way: seconds of the host's clock, and offsets in nanoseconds, both less those
// of the best pair.
typedef struct {
    double *x, *y;
    size_t count;
    cl_ulong median_within;
    double offset_ns;    // of the best pair
} drift;

static cl_long offset(clock_pair pair)
{
    return (cl_long)(pair.host - pair.device);
}

static int by_within(const void *a, const void *b)
{
    const cl_ulong x = ((const clock_pair *)a)->within, y = ((const clock_pair *)b)->within;
    return (x > y) - (x < y);
}

static drift drift_open(const clock_pairs *way)
{
    const size_t bytes = way->count * sizeof *way->pairs;
    clock_pair *sorted = ocl_alloc(bytes);
    memcpy(sorted, way->pairs, bytes);
    qsort(sorted, way->count, sizeof *sorted, by_within);
    const clock_pair best = sorted[0];
    drift d = { .x = ocl_alloc(way->count * sizeof *d.x),
                .y = ocl_alloc(way->count * sizeof *d.y),
                .median_within = sorted[way->count / 2].within,
                .offset_ns = (double)offset(best) };
    for (size_t k = 0; k < way->count; k++) {
        const clock_pair pair = way->pairs[k];
        if (pair.within > 2 * d.median_within) continue;
        d.x[d.count] = ocl_ns_between(way->pairs[0].host, pair.host) * 1e-9;
        d.y[d.count++] = (double)(offset(pair) - offset(best));
    }
    free(sorted);
    return d;
}

static void drift_close(drift *d)
{
    free(d->y);
    free(d->x);
}

// NaN with less than two pairs.
static double slope_ppm(const drift *d)
{
    double mean_x = 0, mean_y = 0, xx = 0, xy = 0;
    for (size_t k = 0; k < d->count; k++) {
        mean_x += d->x[k] / (double)d->count;
        mean_y += d->y[k] / (double)d->count;
    }
    for (size_t k = 0; k < d->count; k++) {
        xx += (d->x[k] - mean_x) * (d->x[k] - mean_x);
        xy += (d->x[k] - mean_x) * (d->y[k] - mean_y);
    }
    return d->count > 1 ? xy / xx * 1e-3 : NAN;    // 1 ns per second is 1e-3 ppm
}

void show_clocks(ocl_report *report, const clock_pairs *ways, size_t count)
{
    ocl_table table =
        ocl_table_open(report, "clocks", "way, ns per pair, within ns, offset us, drift ppm");
    for (size_t w = 0; w < count; w++) {
        if (ways[w].count == 0) continue;
        drift d = drift_open(&ways[w]);
        ocl_table_row(&table, "%-8s %12.0f %10llu %20.3f %9.3f", ways[w].name,
                      ocl_median_ns(&ways[w].cost), (unsigned long long)d.median_within,
                      d.offset_ns * 1e-3, slope_ppm(&d));
        drift_close(&d);
    }
}

void draw_clocks(const ocl_report *report, const clock_pairs *ways, size_t count, const char *path)
{
    ocl_series series[MAX_WAYS];
    drift drifts[MAX_WAYS];
    size_t drawn = 0;
    for (size_t w = 0; w < count; w++) {
        if (ways[w].count == 0) continue;
        drift *d = &drifts[drawn];
        *d = drift_open(&ways[w]);
        for (size_t k = 0; k < d->count; k++)
            d->y[k] *= 1e-3;
        series[drawn++] = (ocl_series){
            .label = ways[w].name, .x = d->x, .y = d->y, .count = d->count, .colour = ocl_palette(w)
        };
    }
    const ocl_chart chart = { .title = "Host's clock less device's clock, less the offset",
                              .x_label = "seconds",
                              .y_label = "microseconds",
                              .series = series,
                              .series_count = drawn };
    ocl_output_curves(report, &chart, path);
    for (size_t s = 0; s < drawn; s++)
        drift_close(&drifts[s]);
}
