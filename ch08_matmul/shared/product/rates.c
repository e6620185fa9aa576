// SPDX-License-Identifier: MIT

#include "rates.h"

enum { MAX_ROWS = 16 };

void matmul_draw_rates(ocl_report *report, double fma_gflops, const char *path)
{
    const char *names[MAX_ROWS];
    double rates[MAX_ROWS];
    size_t count = 0, row;
    json_t *object;
    json_array_foreach(ocl_report_rows(report), row, object)
    {
        if (count == MAX_ROWS) break;
        names[count] = json_string_value(json_object_get(object, "name"));
        rates[count++] = json_real_value(json_object_get(object, "rate"));
    }
    const ocl_series series = { .y = rates, .count = count, .colour = ocl_palette(0) };
    ocl_output_bars(report,
                    &(ocl_chart){ .title = "The same product, one step faster each time",
                                  .y_label = "GFLOP/s",
                                  .series = &series,
                                  .series_count = 1,
                                  .names = names,
                                  .line = fma_gflops,
                                  .line_label = "FMA rate",
                                  .log_y = true },
                    path);
}
