// SPDX-License-Identifier: MIT

#include "chart.h"

enum { MAX_POINTS = 16, MAX_CURVES = 14 };

// More than ocl_palette has: the two references, then the rungs.
static const ocl_colour COLOURS[MAX_CURVES] = {
    { 0, 0, 0 },      { 136, 136, 136 }, { 213, 94, 0 },    { 230, 159, 0 },  { 240, 210, 80 },
    { 160, 120, 40 }, { 204, 121, 167 }, { 136, 34, 85 },   { 86, 180, 233 }, { 0, 114, 178 },
    { 220, 0, 0 },    { 51, 34, 136 },   { 120, 200, 120 }, { 0, 110, 80 },
};

typedef struct {
    double n[MAX_POINTS], ms[MAX_POINTS];
    size_t count;
} curve;

// Adds a point; they stay ordered by n.
static void add_point(curve *c, double n, double ms)
{
    if (c->count == MAX_POINTS) return;
    size_t at = c->count++;
    for (; at > 0 && c->n[at - 1] > n; at--) {
        c->n[at] = c->n[at - 1];
        c->ms[at] = c->ms[at - 1];
    }
    c->n[at] = n;
    c->ms[at] = ms;
}

// The points of a reference, from the table of that name.
static curve reference_curve(ocl_report *report, const char *key)
{
    curve c = { .count = 0 };
    size_t number;
    json_t *row;
    json_array_foreach(json_object_get(ocl_report_details(report), "references"), number, row)
        add_point(&c, json_number_value(json_object_get(row, "filter_width")),
                  json_number_value(json_object_get(row, key)));
    return c;
}

// The points of a rung among the rows.
static curve curve_of(ocl_report *report, const char *rung)
{
    curve c = { .count = 0 };
    const size_t length = strlen(rung);
    size_t number;
    json_t *row;
    json_array_foreach(ocl_report_rows(report), number, row)
    {
        const char *name = json_string_value(json_object_get(row, "name"));
        if (strncmp(name, rung, length) == 0 && name[length] == ' ')
            add_point(&c, strtod(name + length, NULL),
                      json_real_value(json_object_get(row, "median_ms")));
    }
    return c;
}

void convolution_draw(ocl_report *report, const char *path, const char *const *rungs)
{
    curve curves[MAX_CURVES] = { reference_curve(report, "one_thread_ms"),
                                 reference_curve(report, "openmp_ms") };
    ocl_series series[MAX_CURVES];
    size_t count = 0;
    for (size_t i = 0; i < 2 || rungs[i - 2]; i++) {
        const char *label = i == 0 ? "one thread of the host" : i == 1 ? "OpenMP" : rungs[i - 2];
        if (i >= 2) curves[i] = curve_of(report, label);
        if (curves[i].count == 0) continue;
        series[count++] = (ocl_series){ .label = label,
                                        .x = curves[i].n,
                                        .y = curves[i].ms,
                                        .count = curves[i].count,
                                        .colour = COLOURS[i] };
    }
    ocl_output_curves(report,
                      &(ocl_chart){ .title = "What a larger filter costs, form by form",
                                    .x_label = "rows and columns of the filter",
                                    .y_label = "ms",
                                    .series = series,
                                    .series_count = count,
                                    .log_y = true },
                      path);
}
