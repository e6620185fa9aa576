// SPDX-License-Identifier: MIT

#include "occupancy/sweep.h"

void report_sweep(ocl_report *report, const sweep *s)
{
    ocl_table table = ocl_table_open(report, "gsteps",
                                     "local size, lanes used, Gstep/s with 1, with 8, with 32, "
                                     "with 128 accumulators");
    for (size_t i = 0; i < SIZE_COUNT; i++) {
        char cells[VARIANT_COUNT][16];
        for (size_t v = 0; v < VARIANT_COUNT; v++)
            snprintf(cells[v], sizeof cells[v], s->rates[v][i] > 0.0 ? "%.2f" : "-",
                     s->rates[v][i]);
        const size_t whole = ocl_round_up(LOCAL_SIZES[i], s->multiple);
        ocl_table_row(&table, "%10zu %10.2f %10s %10s %10s %10s", LOCAL_SIZES[i],
                      (double)LOCAL_SIZES[i] / (double)whole, cells[0], cells[1], cells[2],
                      cells[3]);
    }
}

void draw_sweep(const ocl_report *report, const char *path, const sweep *s)
{
    double sizes[SIZE_COUNT];
    ocl_series series[VARIANT_COUNT];
    size_t count = 0;
    for (size_t i = 0; i < SIZE_COUNT; i++)
        sizes[i] = (double)LOCAL_SIZES[i];
    for (size_t v = 0; v < VARIANT_COUNT; v++) {
        size_t runs = 0;
        while (runs < SIZE_COUNT && s->rates[v][runs] > 0.0)
            runs++;
        if (runs > 0)
            series[count++] = (ocl_series){ .label = VARIANTS[v],
                                            .x = sizes,
                                            .y = s->rates[v],
                                            .count = runs,
                                            .colour = ocl_palette(v) };
    }
    const ocl_chart chart = { .title = "The same work with other work-groups and registers",
                              .x_label = "work-items per work-group",
                              .y_label = "Gstep/s",
                              .series = series,
                              .series_count = count,
                              .log_x = true,
                              .log_y = true };
    ocl_output_curves(report, &chart, path);
}
