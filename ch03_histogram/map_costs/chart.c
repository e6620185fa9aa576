// SPDX-License-Identifier: MIT

#include "chart.h"

#include "ocl.h"

void add_point(curve *c, const char *label, double bytes, double rate)
{
    c->label = label;
    c->bytes[c->count] = bytes;
    c->rates[c->count++] = rate;
}

void write_chart(const ocl_report *report, const char *path, const curve *curves, size_t count)
{
    ocl_series *series = ocl_alloc(count * sizeof *series);
    for (size_t i = 0; i < count; i++)
        series[i] = (ocl_series){ .label = curves[i].label,
                                  .x = curves[i].bytes,
                                  .y = curves[i].rates,
                                  .count = curves[i].count,
                                  .colour = ocl_palette(i) };
    const ocl_chart chart = { .title = "Commands or maps: which is faster at which size",
                              .x_label = "bytes",
                              .y_label = "GB/s",
                              .series = series,
                              .series_count = count,
                              .log_x = true,
                              .log_y = true };
    ocl_output_curves(report, &chart, path);
    free(series);
}
