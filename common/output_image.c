// SPDX-License-Identifier: MIT

#include "output_image.h"

static void finish(bool drawn, ocl_image *image, const char *path, ocl_message *why)
{
    if (!drawn) ocl_exit(OCL_EXIT_USAGE, "%s: %s", path, why->text);
    ocl_output_image(image, path);
    ocl_image_free(image);
}

void ocl_output_image(const ocl_image *image, const char *path)
{
    ocl_message why;
    if (!ocl_image_write(image, path, &why)) ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
}

void ocl_output_bars(const ocl_chart *chart, const char *path)
{
    ocl_image image;
    ocl_message why;
    finish(ocl_draw_bars(&image, chart, &why), &image, path, &why);
}

void ocl_output_curves(const ocl_chart *chart, const char *path)
{
    ocl_image image;
    ocl_message why;
    finish(ocl_draw_curves(&image, chart, &why), &image, path, &why);
}

void ocl_output_timeline(const ocl_timeline *timeline, const char *path)
{
    ocl_image image;
    ocl_message why;
    finish(ocl_draw_timeline(&image, timeline, &why), &image, path, &why);
}
