// SPDX-License-Identifier: MIT

#include "curve.h"

#include <math.h>

void cluster_curve_points(cluster_curve *curve, int most)
{
    curve->count = 0;
    for (int p = 1; p < most && curve->count + 1 < CLUSTER_POINTS; p *= 2)
        curve->ranks[curve->count++] = p;
    curve->ranks[curve->count++] = most;
}

static double amdahl(double serial, double p)
{
    return 1.0 / (serial + (1.0 - serial) / p);
}

static double gustafson(double serial, double p)
{
    return p - serial * (p - 1.0);
}

static double same_speed_up(const cluster_curve *curve, size_t k)
{
    return curve->same_ns[0] / curve->same_ns[k];
}

// How much work per time there is, compared with one rank.
static double large_speed_up(const cluster_curve *curve, size_t k)
{
    return curve->ranks[k] * curve->same_ns[0] / curve->large_ns[k];
}

// Least squares of the line a + b x through the points (1 / p, time).
static double fitted_fraction(const cluster_curve *curve)
{
    const double count = (double)curve->count;
    double x = 0.0, y = 0.0, xx = 0.0, xy = 0.0;
    for (size_t k = 0; k < curve->count; k++) {
        const double at = 1.0 / curve->ranks[k];
        x += at;
        y += curve->same_ns[k];
        xx += at * at;
        xy += at * curve->same_ns[k];
    }
    const double b = (count * xy - x * y) / (count * xx - x * x), a = (y - b * x) / count;
    return curve->count < 2 ? 0.0 : fmin(1.0, fmax(0.0, a / (a + b)));
}

void cluster_curve_report(ocl_report *report, const cluster_curve *curve)
{
    const double serial = fitted_fraction(curve);
    ocl_table table = ocl_table_open(
        report, "scaling", "ranks, ms, speed-up, Amdahl, ms larger, speed-up larger, Gustafson");
    for (size_t k = 0; k < curve->count; k++) {
        const double p = curve->ranks[k];
        ocl_table_row(&table, "%5.0f %10.4f %9.2f %7.2f %10.4f %16.2f %9.2f", p,
                      curve->same_ns[k] / 1e6, same_speed_up(curve, k), amdahl(serial, p),
                      curve->large_ns[k] / 1e6, large_speed_up(curve, k), gustafson(serial, p));
    }
    if (curve->count > 1) ocl_report_fact(report, "serial fraction, fitted", "%.4f", serial);
}

void cluster_curve_chart(const ocl_report *report, const cluster_curve *curve, const char *path)
{
    enum { SERIES = 5 };
    static const char *const labels[SERIES] = { "no serial part", "Gustafson's law",
                                                "measured, larger problem", "Amdahl's law",
                                                "measured, same problem" };
    const double serial = fitted_fraction(curve);
    double y[SERIES][CLUSTER_POINTS];
    ocl_series series[SERIES];
    for (size_t k = 0; k < curve->count; k++) {
        const double p = curve->ranks[k];
        y[0][k] = p;
        y[1][k] = gustafson(serial, p);
        y[2][k] = large_speed_up(curve, k);
        y[3][k] = amdahl(serial, p);
        y[4][k] = same_speed_up(curve, k);
    }
    for (size_t s = 0; s < SERIES; s++)
        series[s] = (ocl_series){ .label = labels[s],
                                  .x = curve->ranks,
                                  .y = y[s],
                                  .count = curve->count,
                                  .colour = ocl_palette(s) };
    const ocl_chart chart = { .title = "More ranks, more speed",
                              .x_label = "ranks",
                              .y_label = "speed-up over one rank",
                              .series = series,
                              .series_count = SERIES };
    ocl_output_curves(report, &chart, path);
}
