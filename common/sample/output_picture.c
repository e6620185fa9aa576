// SPDX-License-Identifier: MIT

#include "output_picture.h"

#include "gnuplot.h"
#include "picture_file.h"

#include <stdlib.h>

enum { CHART_HEIGHT = 540, LANE_HEIGHT = 26, FRAME_HEIGHT = 130 };

void ocl_output_picture(const ocl_picture *picture, const char *path)
{
    ocl_message why;
    if (!ocl_picture_write(picture, path, &why)) ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
}

// Frees the script.
static void plot(bool made, ocl_growing *script, unsigned height, const char *path,
                 ocl_message *why)
{
    if (!made) ocl_exit(OCL_EXIT_USAGE, "%s: %s", path, why->text);
    if (!ocl_plot(script, height, path, why)) ocl_exit(OCL_EXIT_USAGE, "%s", why->text);
    free(script->text);
}

void ocl_output_bars(const ocl_chart *chart, const char *path)
{
    ocl_growing script = { 0 };
    ocl_message why;
    plot(ocl_bars_script(&script, chart, &why), &script, CHART_HEIGHT, path, &why);
}

void ocl_output_curves(const ocl_chart *chart, const char *path)
{
    ocl_growing script = { 0 };
    ocl_message why;
    plot(ocl_curves_script(&script, chart, &why), &script, CHART_HEIGHT, path, &why);
}

void ocl_output_timeline(const ocl_timeline *timeline, const char *path)
{
    ocl_growing script = { 0 };
    ocl_message why;
    const unsigned height = FRAME_HEIGHT + LANE_HEIGHT * (unsigned)timeline->lane_count;
    plot(ocl_timeline_script(&script, timeline, &why), &script, height, path, &why);
}
