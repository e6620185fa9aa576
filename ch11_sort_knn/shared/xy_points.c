// SPDX-License-Identifier: MIT

#include "shared/xy_points.h"

#include "shared/csv.h"

static bool parse_number(csv_piece field, double *value, ocl_message *why)
{
    if (!csv_number(field, value, why)) return false;
    if (fabs(*value) <= XY_LARGEST) return true;
    return ocl_refuse(why, "%.*s is larger than 1e100", (int)(field.end - field.at), field.at);
}

static void add_point(xy_points *points, size_t *room, double x, double y)
{
    if (points->n == *room) {
        const size_t more = *room ? 2 * *room : 1024;
        double *new_x = ocl_alloc(more * sizeof(double)), *new_y = ocl_alloc(more * sizeof(double));
        if (points->n > 0) {
            memcpy(new_x, points->x, points->n * sizeof(double));
            memcpy(new_y, points->y, points->n * sizeof(double));
        }
        xy_free(&(xy_points){ .x = points->x, .y = points->y });
        points->x = new_x;
        points->y = new_y;
        *room = more;
    }
    points->x[points->n] = x;
    points->y[points->n++] = y;
}

static bool parse_line(xy_points *points, size_t *room, csv_piece line, ocl_message *why)
{
    csv_piece left, right, more;
    if (!csv_next_field(&line, &left) || !csv_next_field(&line, &right))
        return ocl_refuse(why, "there is no comma; write x,y");
    if (csv_next_field(&line, &more))
        return ocl_refuse(why, "there are more than two columns; write x,y");
    double x, y;
    ocl_message reason;
    if (!parse_number(left, &x, &reason)) return ocl_refuse(why, "x: %s", reason.text);
    if (!parse_number(right, &y, &reason)) return ocl_refuse(why, "y: %s", reason.text);
    add_point(points, room, x, y);
    return true;
}

bool xy_parse(xy_points *points, const char *text, size_t bytes, ocl_message *why)
{
    *points = (xy_points){ .n = 0 };
    size_t room = 0;
    csv_lines lines = csv_open(text, bytes);
    csv_piece header = lines.header;
    for (int k = 0; k < 2; k++)
        csv_next_name(&header, points->names[k], sizeof points->names[k]);
    csv_line line;
    while (csv_next(&lines, &line)) {
        ocl_message reason;
        if (parse_line(points, &room, line.text, &reason)) continue;
        xy_free(points);
        return ocl_refuse(why, "line %zu: %s", line.number, reason.text);
    }
    if (points->n == 0) return ocl_refuse(why, "there is no point; write a line x,y for each");
    return true;
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
