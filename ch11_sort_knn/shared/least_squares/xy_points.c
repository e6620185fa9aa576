// SPDX-License-Identifier: MIT

#include "xy_points.h"
#include "base/utf8.h"

static bool add_number(ocl_growing *to, const ocl_csv *csv, size_t column, ocl_message *why)
{
    ocl_message reason;
    double value;
    if (!ocl_csv_number(csv, column, &value, &reason))
        return ocl_refuse(why, "line %zu: %s: %s", csv->line, column ? "y" : "x", reason.text);
    if (fabs(value) > XY_LARGEST)
        return ocl_refuse(why, "line %zu: %s: %s is larger than 1e100", csv->line,
                          column ? "y" : "x", csv->field[column]);
    ocl_append(to, &value, sizeof value);
    return true;
}

static bool add_point(ocl_growing columns[2], const ocl_csv *csv, ocl_message *why)
{
    if (csv->count != 2)
        return ocl_refuse(why, "line %zu: it should have two columns and has %zu; write x,y",
                          csv->line, csv->count);
    return add_number(&columns[0], csv, 0, why) && add_number(&columns[1], csv, 1, why);
}

bool xy_parse(xy_points *points, const char *text, size_t bytes, ocl_message *why)
{
    *points = (xy_points){ .n = 0 };
    ocl_csv csv;
    ocl_growing columns[2] = { { 0 }, { 0 } };
    ocl_csv_open(&csv, text, bytes);
    for (size_t k = 0; k < 2; k++)
        ocl_copy_letters(points->names[k], sizeof points->names[k], ocl_csv_heading(&csv, k));
    while (ocl_csv_next(&csv, why) && add_point(columns, &csv, why))
        points->n++;
    ocl_csv_close(&csv);
    points->x = (double *)(void *)columns[0].text;
    points->y = (double *)(void *)columns[1].text;
    if (points->n == 0 && !why->text[0])
        ocl_refuse(why, "there is no point; write a line x,y for each");
    if (why->text[0]) xy_free(points);
    return points->n > 0;
}

bool xy_load(xy_points *points, const char *path, ocl_message *why)
{
    static const ocl_file_form form = { .text = "a table, one point per line, such as 1.5,2.5" };
    unsigned char *text;
    size_t bytes;
    *points = (xy_points){ .n = 0 };
    if (!ocl_read_file_as(path, &form, &text, &bytes, why)) return false;
    ocl_message reason;
    const bool ok = xy_parse(points, (const char *)text, bytes, &reason);
    if (!ok) ocl_refuse(why, "%s: %s", path, reason.text);
    free(text);
    return ok;
}

void xy_free(xy_points *points)
{
    free(points->x);
    free(points->y);
    *points = (xy_points){ .n = 0 };
}

size_t xy_distinct(const xy_points *points, size_t most)
{
    double found[3];
    size_t count = 0;
    for (size_t i = 0; i < points->n && count < most; i++) {
        size_t k = 0;
        while (k < count && found[k] != points->x[i])
            k++;
        if (k == count) found[count++] = points->x[i];
    }
    return count;
}
