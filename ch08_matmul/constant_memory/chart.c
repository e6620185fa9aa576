// SPDX-License-Identifier: MIT

#include "chart.h"

void report_places(ocl_report *report, const char *const names[PLACES], double ns[SPREADS][PLACES])
{
    ocl_table table =
        ocl_table_open(report, "ns", "ns per look-up, 1 entry, 2, 4, 8, 16, 32, 32 to 1");
    for (int p = 0; p < PLACES; p++)
        if (ns[0][p] > 0.0)
            ocl_table_row(&table, "%-14s %8.4f %8.4f %8.4f %8.4f %8.4f %8.4f %8.2f", names[p],
                          ns[0][p], ns[1][p], ns[2][p], ns[3][p], ns[4][p], ns[5][p],
                          ns[5][p] / ns[0][p]);
}

void draw_places(const ocl_report *report, const char *path, const char *const names[PLACES],
                 double ns[SPREADS][PLACES])
{
    double spreads[SPREADS], curves[PLACES][SPREADS];
    ocl_series series[PLACES];
    size_t count = 0;
    for (int s = 0; s < SPREADS; s++)
        spreads[s] = (double)(1 << s);
    for (int p = 0; p < PLACES; p++) {
        for (int s = 0; s < SPREADS; s++)
            curves[p][s] = ns[s][p];
        if (ns[0][p] > 0.0)
            series[count++] = (ocl_series){ .label = names[p],
                                            .x = spreads,
                                            .y = curves[p],
                                            .count = SPREADS,
                                            .colour = ocl_palette((size_t)p) };
    }
    const ocl_chart chart = { .title = "A look-up table in four memories",
                              .x_label = "different entries that neighbours read",
                              .y_label = "ns per look-up",
                              .series = series,
                              .series_count = count,
                              .log_x = true,
                              .log_y = true };
    ocl_output_curves(report, &chart, path);
}
