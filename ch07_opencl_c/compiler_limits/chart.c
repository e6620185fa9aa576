// SPDX-License-Identifier: MIT

#include "chart.h"

void draw_times(const ocl_report *report, const build_times *times, const char *path)
{
    const ocl_series series[] = { { .label = "build",
                                    .x = times->statements,
                                    .y = times->build_ms,
                                    .count = LENGTHS,
                                    .colour = ocl_palette(0) },
                                  { .label = "first launch",
                                    .x = times->statements,
                                    .y = times->launch_ms,
                                    .count = LENGTHS,
                                    .colour = ocl_palette(1) } };
    ocl_output_curves(report,
                      &(ocl_chart){ .title = "How long a program of many statements takes",
                                    .x_label = "statements",
                                    .y_label = "ms",
                                    .log_x = true,
                                    .log_y = true,
                                    .series = series,
                                    .series_count = 2 },
                      path);
}
