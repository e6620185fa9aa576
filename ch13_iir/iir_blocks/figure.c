// SPDX-License-Identifier: MIT

#include "figure.h"

const size_t FIGURE_SAMPLES[] = { 32 << 10, 40 << 10, 48 << 10, 56 << 10, 64 << 10 };

void draw_ways(const ocl_report *report, double ms[FIGURE_CURVES][FIGURE_SIZES], const char *path)
{
    static const char *const LABELS[] = { "copy through the host", "copy on the device",
                                          "swapped arguments" };
    double samples[FIGURE_SIZES];
    for (int i = 0; i < FIGURE_SIZES; i++)
        samples[i] = (double)FIGURE_SAMPLES[i] / 1024.0;
    ocl_series series[FIGURE_CURVES];
    for (int way = 0; way < FIGURE_CURVES; way++)
        series[way] = (ocl_series){ .label = LABELS[way],
                                    .x = samples,
                                    .y = ms[way],
                                    .count = FIGURE_SIZES,
                                    .colour = ocl_palette((size_t)way) };
    const ocl_chart chart = { .title = "Swapped arguments copy nothing",
                              .x_label = "samples, in units of 1024",
                              .y_label = "ms per filter",
                              .series = series,
                              .series_count = FIGURE_CURVES };
    ocl_output_curves(report, &chart, path);
}
