// SPDX-License-Identifier: MIT

#include "knn_queries/picture.h"

// Each query is a square of PIXELS x PIXELS pixels.
enum { PIXELS = 4, SIDE = PICTURE_SIDE * PIXELS };

// Between white and the colour of the class.
static void paint(ocl_picture *picture, size_t pixel, uint64_t class, double strength)
{
    const ocl_colour c = ocl_palette((size_t) class);
    const uint8_t rgb[] = { c.r, c.g, c.b };
    for (int k = 0; k < 3; k++)
        picture->rgba[4 * pixel + (size_t)k] =
            (uint8_t)(255.0 - strength * (double)(255 - rgb[k]) + 0.5);
    picture->rgba[4 * pixel + 3] = 255;
}

// The pixel that shows this coordinate, in a picture with a margin around the box.
static long pixel_of(const knn_data *d, size_t point, size_t j)
{
    const double size = (double)d->high[j] - (double)d->low[j];
    const double value = (double)d->points[j * d->stride + point] - (double)d->low[j];
    const double share = size > 0.0 ? value / size : 0.5;
    return (long)((share + 0.05) / 1.1 * SIDE);
}

// A dot of 3 x 3 pixels; single pixels where there are many points.
static void paint_point(ocl_picture *picture, const knn_data *d, size_t point)
{
    const long x = pixel_of(d, point, 0), y = SIDE - 1 - pixel_of(d, point, 1);
    const long radius = d->n > 2000 ? 0 : 1;
    for (long v = y - radius; v <= y + radius; v++)
        for (long u = x - radius; u <= x + radius; u++)
            if (u >= 0 && u < SIDE && v >= 0 && v < SIDE)
                paint(picture, (size_t)(v * SIDE + u), d->table.labels[point], 1.0);
}

void knn_draw(const knn_data *d, const uint64_t *answers, const char *path)
{
    if (!path) return;
    ocl_picture picture;
    ocl_message why;
    if (!ocl_picture_alloc(&picture, SIDE, SIDE, &why)) ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    for (size_t i = 0; i < (size_t)SIDE * SIDE; i++) {
        const size_t query = i / SIDE / PIXELS * PICTURE_SIDE + i % SIDE / PIXELS;
        paint(&picture, i, answers[query * d->row + d->k], 0.35);
    }
    for (size_t i = 0; i < d->n; i++)
        paint_point(&picture, d, i);
    ocl_output_picture(&picture, path);
    ocl_picture_free(&picture);
}
