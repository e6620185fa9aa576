// SPDX-License-Identifier: MIT

#include "output_chart.h"

#include "gnuplot.h"

#include <stdlib.h>

enum { CHART_HEIGHT = 540, LANE_HEIGHT = 26, FRAME_HEIGHT = 150 };

// Draws and frees the script.
static void plot(bool made, ocl_growing *script, unsigned height, const char *path,
                 ocl_message *why)
{
    if (!made) ocl_exit(OCL_EXIT_USAGE, "%s: %s", path, why->text);
    if (!ocl_plot(script, height, path, why)) ocl_exit(OCL_EXIT_USAGE, "%s", why->text);
    free(script->text);
}

typedef bool chart_script(ocl_growing *script, const ocl_chart *chart, ocl_message *why);

static void output(chart_script *make, const ocl_report *report, const ocl_chart *chart,
                   const char *path)
{
    ocl_growing script = { 0 };
    ocl_message why;
    char *device = ocl_report_device(report);
    ocl_chart titled = *chart;
    titled.subtitle = device;
    plot(make(&script, &titled, &why), &script, CHART_HEIGHT, path, &why);
    free(device);
}

void ocl_output_bars(const ocl_report *report, const ocl_chart *chart, const char *path)
{
    output(ocl_bars_script, report, chart, path);
}

void ocl_output_curves(const ocl_report *report, const ocl_chart *chart, const char *path)
{
    output(ocl_curves_script, report, chart, path);
}

void ocl_output_timeline(const ocl_report *report, const ocl_timeline *timeline, const char *path)
{
    ocl_growing script = { 0 };
    ocl_message why;
    const unsigned height = FRAME_HEIGHT + LANE_HEIGHT * (unsigned)timeline->lane_count;
    char *device = ocl_report_device(report);
    ocl_timeline titled = *timeline;
    titled.subtitle = device;
    plot(ocl_timeline_script(&script, &titled, &why), &script, height, path, &why);
    free(device);
}
