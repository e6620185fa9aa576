// SPDX-License-Identifier: MIT

#include "chart.h"

// The rate of the row with that name; 0: there is none.
static double rate_of(ocl_report *report, const char *picture, const char *rung)
{
    char name[64];
    snprintf(name, sizeof name, "%s %s", picture, rung);
    size_t i;
    json_t *row;
    json_array_foreach(ocl_report_rows(report), i, row)
    {
        if (strcmp(json_string_value(json_object_get(row, "name")), name) == 0)
            return json_number_value(json_object_get(row, "rate"));
    }
    return 0.0;
}

void ladder_draw(ocl_report *report, const ocl_env *env, const ladder_settings *settings)
{
    const char *names[HISTOGRAM_RUNG_COUNT + 1] = { NULL };
    double gbs[MAX_PICTURES][HISTOGRAM_RUNG_COUNT];
    size_t count = 0;
    for (size_t r = 0; r < HISTOGRAM_RUNG_COUNT; r++) {
        if (!histogram_wants(env, &HISTOGRAM_RUNGS[r])) continue;
        names[count] = HISTOGRAM_RUNGS[r].name;
        for (size_t p = 0; p < settings->pictures; p++)
            gbs[p][count] = rate_of(report, settings->picture_names[p], names[count]);
        count++;
    }

    ocl_series series[MAX_PICTURES];
    for (size_t p = 0; p < settings->pictures; p++)
        series[p] = (ocl_series){ .label = settings->picture_names[p],
                                  .y = gbs[p],
                                  .count = count,
                                  .colour = ocl_palette(settings->patterns[p]) };
    const ocl_chart chart = { .title = "Histogram, one step at a time",
                              .y_label = "GB/s",
                              .series = series,
                              .series_count = settings->pictures,
                              .log_y = true,
                              .names = names };
    ocl_output_bars(report, &chart, settings->options.output);
}
