// SPDX-License-Identifier: MIT

#include "output_chart.h"

#include "gnuplot.h"
#include "system/memory.h"
#include "system/write_file.h"

#include <inttypes.h>
#include <stdio.h>
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

// Where the axis ends.  Many photographs have a large part that is black or white: if the bars at 0
// or 255 are more than twice as high as all others, the others decide.  0: no bar is cut.
static double top_of(const double y[OCL_RGB_COUNTS])
{
    double ends = 0.0, between = 0.0;
    for (int i = 0; i < OCL_RGB_COUNTS; i++) {
        double *most = i % 256 == 0 || i % 256 == 255 ? &ends : &between;
        if (y[i] > *most) *most = y[i];
    }
    return ends > 2.0 * between ? 1.1 * between : 0.0;
}

void ocl_output_counts(const ocl_report *report, const uint32_t counts[OCL_RGB_COUNTS],
                       const char *path)
{
    double y[OCL_RGB_COUNTS];
    for (int bin = 0; bin < OCL_RGB_COUNTS; bin++)
        y[bin] = counts[bin];
    // Red as the word says; green and blue of Okabe and Ito, whose green has some blue in it: also
    // colour-blind readers can tell it from red.
    const ocl_series series[] = {
        { .label = "red", .y = y, .count = 256, .colour = { 214, 0, 0 } },
        { .label = "green", .y = y + 256, .count = 256, .colour = { 0, 158, 115 } },
        { .label = "blue", .y = y + 512, .count = 256, .colour = { 0, 114, 178 } },
    };
    const ocl_chart chart = { .title = "How many pixels have which value",
                              .x_label = "value",
                              .y_label = "pixels",
                              .series = series,
                              .series_count = 3,
                              .top = top_of(y) };
    ocl_output_bars(report, &chart, path);
}

void ocl_output_counts_csv(const uint32_t counts[OCL_RGB_COUNTS], const char *path)
{
    enum { LINE = 48 };
    const ocl_file_kind kind = { .ending = ".csv", .magic = "bin,red,green,blue\n" };
    char *text = ocl_alloc(257 * LINE);
    int used = sprintf(text, "%s", kind.magic);
    for (int bin = 0; bin < 256; bin++)
        used += sprintf(text + used, "%d,%" PRIu32 ",%" PRIu32 ",%" PRIu32 "\n", bin, counts[bin],
                        counts[256 + bin], counts[512 + bin]);
    ocl_message why;
    if (!ocl_can_write_kind(path, kind, &why) || !ocl_write_file(path, text, (size_t)used, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    free(text);
}
