// SPDX-License-Identifier: MIT

#include "chart.h"

void ladder_draw(ocl_report *report, const ladder_settings *settings)
{
    double gbs[MAX_PICTURES][HISTOGRAM_RUNG_COUNT] = { { 0.0 } };    // 0: did not run
    ocl_series series[MAX_PICTURES];
    size_t row = 0;
    for (size_t p = 0; p < settings->pictures; p++) {
        for (size_t r = 0; r < HISTOGRAM_RUNG_COUNT; r++)
            if (ocl_wants(&settings->options, HISTOGRAM_RUNGS[r].name))
                gbs[p][r] = json_number_value(
                    json_object_get(json_array_get(ocl_report_rows(report), row++), "rate"));
        series[p] = (ocl_series){ .label = settings->picture_names[p],
                                  .y = gbs[p],
                                  .count = HISTOGRAM_RUNG_COUNT,
                                  .colour = ocl_palette(settings->patterns[p]) };
    }
    const ocl_chart chart = { .y_label = "GB/s",
                              .series = series,
                              .series_count = settings->pictures,
                              .log_y = true,
                              .names = histogram_names() };
    ocl_output_bars(report, &chart, settings->options.output);
}
