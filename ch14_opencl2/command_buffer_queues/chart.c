// SPDX-License-Identifier: MIT

#include "chart.h"

void draw_rates(const ocl_report *report, const launch_rates *rates, const char *path)
{
    static const char *const LABELS[SWEEP_CURVES] = { "enqueued again", "replayed",
                                                      "enqueued again, 4 queues",
                                                      "replayed, 4 queues" };
    ocl_series series[SWEEP_CURVES];
    for (size_t c = 0; c < SWEEP_CURVES; c++)
        series[c] = (ocl_series){ .label = LABELS[c],
                                  .x = rates->launches,
                                  .y = rates->per_second[c],
                                  .count = SWEEP_POINTS,
                                  .colour = ocl_palette(c) };
    const ocl_chart chart = { .title = "Launches per second",
                              .x_label = "launches at a time",
                              .y_label = "launches per second",
                              .series = series,
                              .series_count = SWEEP_CURVES,
                              .log_x = true,
                              .log_y = true };
    ocl_output_curves(report, &chart, path);
}
