// SPDX-License-Identifier: MIT

#include "knn/picture.h"

enum { SIDE = PICTURE_SIDE * PIXELS, MAX_ROWS = 16 };

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
    const double value = (double)d->table.values[point * 2 + j] - (double)d->low[j];
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
        paint(&picture, i, answers[query * (d->k + 1) + d->k], 0.35);
    }
    for (size_t i = 0; i < d->n; i++)
        paint_point(&picture, d, i);
    ocl_output_picture(&picture, path);
    ocl_picture_free(&picture);
}

static const char *name_of(const knn_data *d, uint64_t class, ocl_printable *room)
{
    *room = ocl_make_printable("?", 1);
    if (class < d->table.classes)
        *room = ocl_make_printable(d->table.names[class], strlen(d->table.names[class]));
    return room->text;
}

void knn_report_problem(ocl_report *report, const knn_data *d)
{
    ocl_report_count(report, "n", d->n);
    ocl_report_count(report, "dimensions", d->dimensions);
    ocl_report_count(report, "classes", d->table.classes);
    ocl_report_count(report, "neighbours", d->k);
    ocl_report_count(report, "queries", d->queries);
}

void knn_report_answers(ocl_report *report, const knn_data *d, const uint64_t *answers)
{
    ocl_printable name;
    if (d->leave_one_out) {
        size_t right = 0;
        for (size_t i = 0; i < d->n; i++)
            right += answers[i * (d->k + 1) + d->k] == d->table.labels[i];
        ocl_report_fact(report, "points that get their own class", "%zu", right);
        ocl_report_fact(report, "leave-one-out accuracy", "%.4f", (double)right / (double)d->n);
    }
    ocl_report_fact(report, "class of the first query", "%s", name_of(d, answers[d->k], &name));
    ocl_table table =
        ocl_table_open(report, "its neighbours", "neighbour, point, squared distance, class");
    for (size_t j = 0; j < d->k && j < MAX_ROWS; j++) {
        const uint32_t point = (uint32_t)answers[j];
        const uint64_t class = point < d->n ? d->table.labels[point] : UINT64_MAX;
        ocl_table_row(&table, "%9zu %10u %16.7g  %s", j + 1, point, knn_key_distance(answers[j]),
                      name_of(d, class, &name));
    }
}
