// SPDX-License-Identifier: MIT

#include "chart.h"

static bool has_run(int place, double ns[STEPS][PLACES])
{
    for (int s = 0; s < STEPS; s++)
        if (isfinite(ns[s][place])) return true;
    return false;
}

void report_costs(ocl_report *report, const char *const names[PLACES], double ns[STEPS][PLACES])
{
    ocl_table table =
        ocl_table_open(report, "ns per addition",
                       "ns per addition, 1 counter, 2, 4, 8, 16, 32, 64, 128, 256, 1 to 256");
    for (int p = 0; p < PLACES; p++)
        if (has_run(p, ns))
            ocl_table_row(&table,
                          "%-15s %9.2f %7.2f %7.2f %7.2f %7.2f %7.2f %7.2f %7.2f %7.2f %8.2f",
                          names[p], ns[0][p], ns[1][p], ns[2][p], ns[3][p], ns[4][p], ns[5][p],
                          ns[6][p], ns[7][p], ns[8][p], ns[0][p] / ns[STEPS - 1][p]);
}

void draw_costs(const ocl_report *report, const char *path, const char *const names[PLACES],
                double ns[STEPS][PLACES])
{
    double counters[STEPS], curves[PLACES][STEPS];
    ocl_series series[PLACES];
    size_t count = 0;
    for (int s = 0; s < STEPS; s++)
        counters[s] = (double)(1 << s);
    for (int p = 0; p < PLACES; p++) {
        for (int s = 0; s < STEPS; s++)
            curves[p][s] = ns[s][p];
        if (has_run(p, ns))
            series[count++] = (ocl_series){ .label = names[p],
                                            .x = counters,
                                            .y = curves[p],
                                            .count = STEPS,
                                            .colour = ocl_palette((size_t)p) };
    }
    const ocl_chart chart = { .title = "What contention costs",
                              .x_label = "counters",
                              .y_label = "ns per addition",
                              .series = series,
                              .series_count = count,
                              .log_x = true,
                              .log_y = true };
    ocl_output_curves(report, &chart, path);
}
