// SPDX-License-Identifier: MIT

#include "sweep.h"

const candidate *find_candidate(const sweep *s, size_t local)
{
    for (size_t c = 0; c < s->count; c++)
        if (s->candidates[c].local == local) return &s->candidates[c];
    return NULL;
}

const candidate *best_candidate(const sweep *s)
{
    const candidate *best = &s->candidates[0];
    for (size_t c = 1; c < s->count; c++)
        if (ocl_best_ns(&s->candidates[c].times) < ocl_best_ns(&best->times))
            best = &s->candidates[c];
    return best;
}

static double against_best(const sweep *s, const candidate *c)
{
    return ocl_best_ns(&c->times) / ocl_best_ns(&best_candidate(s)->times);
}

void print_sweep(ocl_report *report, const sweep *s)
{
    ocl_table table = ocl_table_open(
        report, "local sizes", "kernel, local size, taken, best ms, median ms, to best, note");
    for (size_t i = 0; i < s->count; i++) {
        const candidate *c = &s->candidates[i];
        char asked[24] = "NULL";
        if (c->local) snprintf(asked, sizeof asked, "%zu", c->local);
        ocl_table_row(&table, "%-6s %10s %6zu %10.4f %10.4f %8.2f  %s", s->name, asked, c->taken,
                      ocl_best_ns(&c->times) / 1e6, ocl_median_ns(&c->times) / 1e6,
                      against_best(s, c), c->local && c->local == s->suggested ? "suggested" : "");
    }
}

enum { MAX_SWEEPS = 2, PER_SWEEP = 3 };

// What one sweep adds to the chart: a curve, and two vertical lines one above the other.
typedef struct {
    double x[MAX_CANDIDATES], y[MAX_CANDIDATES];
    size_t count;
    double null_x[2], suggested_x[2];
} drawing;

static drawing drawing_of(const sweep *s)
{
    drawing d = { .count = 0 };
    const double null = (double)find_candidate(s, 0)->taken;
    const double suggested = s->suggested ? (double)s->suggested : NAN;
    d.null_x[0] = d.null_x[1] = null;
    d.suggested_x[0] = d.suggested_x[1] = suggested;
    for (size_t i = 0; i < s->count; i++) {
        const candidate *c = &s->candidates[i];
        if (c->local == 0 || (c->local & (c->local - 1)) != 0) continue;
        d.x[d.count] = (double)c->local;
        d.y[d.count++] = against_best(s, c);
    }
    return d;
}

void draw_sweeps(const ocl_report *report, const sweep *sweeps, size_t count, const char *path)
{
    static const double NULL_Y[] = { 1, 4 }, SUGGESTED_Y[] = { 4, 16 };
    ocl_series series[MAX_SWEEPS * PER_SWEEP];
    drawing drawings[MAX_SWEEPS];
    char labels[MAX_SWEEPS * PER_SWEEP][32];
    size_t drawn = 0;
    for (size_t k = 0; k < count; k++) {
        static const char *const WHAT[] = { "time", "NULL takes", "suggested" };
        drawing *d = &drawings[k];
        *d = drawing_of(&sweeps[k]);
        const double *const x[] = { d->x, d->null_x, d->suggested_x };
        const double *const y[] = { d->y, NULL_Y, SUGGESTED_Y };
        for (size_t p = 0; p < PER_SWEEP; p++, drawn++) {
            snprintf(labels[drawn], sizeof labels[drawn], "%s: %s", sweeps[k].name, WHAT[p]);
            series[drawn] = (ocl_series){ .label = labels[drawn],
                                          .x = x[p],
                                          .y = y[p],
                                          .count = p == 0 ? d->count : 2,
                                          .colour = ocl_palette(p * MAX_SWEEPS + k) };
        }
    }
    const ocl_chart chart = { .title = "How the time depends on the work-group size",
                              .x_label = "work-items per work-group",
                              .y_label = "time, best = 1",
                              .series = series,
                              .series_count = drawn,
                              .log_x = true,
                              .log_y = true };
    ocl_output_curves(report, &chart, path);
}
