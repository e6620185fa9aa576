// SPDX-License-Identifier: MIT

#include "rates.h"

enum { MAX_BARS = 16 };

void draw_rates(ocl_report *report, const char *title, const char *path)
{
    const char *names[MAX_BARS];
    double rates[MAX_BARS];
    size_t count = 0, index;
    json_t *row;
    json_array_foreach(ocl_report_rows(report), index, row)
    {
        json_t *rate = json_object_get(row, "rate");
        if (count == MAX_BARS || !json_is_real(rate)) continue;    // a row without a time
        names[count] = json_string_value(json_object_get(row, "name"));
        rates[count++] = json_real_value(rate);
    }
    const ocl_series series = { .y = rates, .count = count, .colour = ocl_palette(0) };
    ocl_output_bars(report,
                    &(ocl_chart){ .title = title,
                                  .y_label = "GB/s",
                                  .series = &series,
                                  .series_count = 1,
                                  .names = names },
                    path);
}
