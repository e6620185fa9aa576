// SPDX-License-Identifier: MIT

#include "speed_up.h"

#include "output_chart.h"
#include "table.h"

#include <math.h>
#include <stdio.h>

double ocl_amdahl(double serial, double p)
{
    return 1.0 / (serial + (1.0 - serial) / p);
}

double ocl_gustafson(double serial, double p)
{
    return p - serial * (p - 1.0);
}

void ocl_speed_up_laws(ocl_report *report, double serial)
{
    static const double UNITS[] = { 1.0, 2.0, 4.0, 8.0, 1024.0 };
    ocl_table table = ocl_table_open(report, "laws", "units, Amdahl, Gustafson");
    for (size_t k = 0; k < sizeof UNITS / sizeof UNITS[0]; k++)
        ocl_table_row(&table, "%5.0f %7.2f %9.2f", UNITS[k], ocl_amdahl(serial, UNITS[k]),
                      ocl_gustafson(serial, UNITS[k]));
    ocl_report_fact(report, "laws: serial fraction", "%.2f", serial);
}

void ocl_speed_up_points(ocl_speed_up *curve, size_t most)
{
    curve->count = 0;
    for (size_t p = 1; p < most && curve->count + 1 < OCL_SPEED_UP_POINTS; p *= 2)
        curve->units[curve->count++] = (double)p;
    curve->units[curve->count++] = (double)most;
}

double ocl_speed_up_measured(const ocl_speed_up *curve)
{
    return fmin(1.0, curve->setup_ns / curve->same_ns[0]);
}

// Least squares of the line a + b x through the points (1 / p, time).
double ocl_speed_up_fitted(const ocl_speed_up *curve)
{
    const double count = (double)curve->count;
    double x = 0.0, y = 0.0, xx = 0.0, xy = 0.0;
    for (size_t k = 0; k < curve->count; k++) {
        const double at = 1.0 / curve->units[k];
        x += at;
        y += curve->same_ns[k];
        xx += at * at;
        xy += at * curve->same_ns[k];
    }
    const double b = (count * xy - x * y) / (count * xx - x * x), a = (y - b * x) / count;
    return curve->count < 2 ? 0.0 : fmin(1.0, fmax(0.0, a / (a + b)));
}

static double serial_fraction(const ocl_speed_up *curve)
{
    return curve->setup_ns > 0.0 ? ocl_speed_up_measured(curve) : ocl_speed_up_fitted(curve);
}

static double same_speed_up(const ocl_speed_up *curve, size_t k)
{
    return curve->same_ns[0] / curve->same_ns[k];
}

// A problem p times as large would take one unit p times as long, except for the set-up.
static double large_speed_up(const ocl_speed_up *curve, size_t k)
{
    const double parallel_ns = fmax(0.0, curve->same_ns[0] - curve->setup_ns);
    return (curve->setup_ns + curve->units[k] * parallel_ns) / curve->large_ns[k];
}

void ocl_speed_up_report(ocl_report *report, const ocl_speed_up *curve)
{
    const double serial = serial_fraction(curve);
    char text[128];
    snprintf(text, sizeof text, "%ss, ms, speed-up, Amdahl, ms larger, speed-up larger, Gustafson",
             curve->unit);
    ocl_table table = ocl_table_open(report, curve->name, text);
    for (size_t k = 0; k < curve->count; k++) {
        const double p = curve->units[k];
        ocl_table_row(&table, "%5.0f %10.4f %9.2f %7.2f %10.4f %16.2f %9.2f", p,
                      curve->same_ns[k] / 1e6, same_speed_up(curve, k), ocl_amdahl(serial, p),
                      curve->large_ns[k] / 1e6, large_speed_up(curve, k), ocl_gustafson(serial, p));
    }
    if (curve->setup_ns > 0.0) {
        snprintf(text, sizeof text, "%s: serial fraction, measured", curve->name);
        ocl_report_fact(report, text, "%.4f", ocl_speed_up_measured(curve));
    }
    if (curve->count < 2) return;
    snprintf(text, sizeof text, "%s: serial fraction, fitted", curve->name);
    ocl_report_fact(report, text, "%.4f", ocl_speed_up_fitted(curve));
}

void ocl_speed_up_chart(const ocl_report *report, const ocl_speed_up *curve, const char *path)
{
    enum { SERIES = 5 };
    static const char *const labels[SERIES] = { "no serial part", "Gustafson's law",
                                                "measured, larger problem", "Amdahl's law",
                                                "measured, same problem" };
    const double serial = serial_fraction(curve);
    double y[SERIES][OCL_SPEED_UP_POINTS];
    ocl_series series[SERIES];
    for (size_t k = 0; k < curve->count; k++) {
        const double p = curve->units[k];
        y[0][k] = p;
        y[1][k] = ocl_gustafson(serial, p);
        y[2][k] = large_speed_up(curve, k);
        y[3][k] = ocl_amdahl(serial, p);
        y[4][k] = same_speed_up(curve, k);
    }
    for (size_t s = 0; s < SERIES; s++)
        series[s] = (ocl_series){ .label = labels[s],
                                  .x = curve->units,
                                  .y = y[s],
                                  .count = curve->count,
                                  .colour = ocl_palette(s) };
    char title[64], x_label[64], y_label[64];
    snprintf(title, sizeof title, "More %ss, more speed", curve->unit);
    snprintf(y_label, sizeof y_label, "speed-up over one %s", curve->unit);
    snprintf(x_label, sizeof x_label, "%s", curve->name);
    for (char *at = x_label; *at; at++)
        if (*at == '_') *at = '-';    // work_groups are work-groups
    const ocl_chart chart = { .title = title,
                              .x_label = x_label,
                              .y_label = y_label,
                              .series = series,
                              .series_count = SERIES };
    ocl_output_curves(report, &chart, path);
}
