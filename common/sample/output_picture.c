// SPDX-License-Identifier: MIT

#include "output_picture.h"

#include "picture_file.h"

static void finish(bool drawn, ocl_picture *picture, const char *path, ocl_message *why)
{
    if (!drawn) ocl_exit(OCL_EXIT_USAGE, "%s: %s", path, why->text);
    ocl_output_picture(picture, path);
    ocl_picture_free(picture);
}

void ocl_output_picture(const ocl_picture *picture, const char *path)
{
    ocl_message why;
    if (!ocl_picture_write(picture, path, &why)) ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
}

void ocl_output_bars(const ocl_chart *chart, const char *path)
{
    ocl_picture picture;
    ocl_message why;
    finish(ocl_draw_bars(&picture, chart, &why), &picture, path, &why);
}

void ocl_output_curves(const ocl_chart *chart, const char *path)
{
    ocl_picture picture;
    ocl_message why;
    finish(ocl_draw_curves(&picture, chart, &why), &picture, path, &why);
}

void ocl_output_timeline(const ocl_timeline *timeline, const char *path)
{
    ocl_picture picture;
    ocl_message why;
    finish(ocl_draw_timeline(&picture, timeline, &why), &picture, path, &why);
}
