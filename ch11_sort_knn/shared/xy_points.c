// SPDX-License-Identifier: MIT

#include "shared/xy_points.h"

typedef struct {
    const char *at, *end;
} piece;    // of the text

static piece trim(piece p)
{
    while (p.at < p.end && strchr(" \t\r", *p.at) && *p.at)
        p.at++;
    while (p.at < p.end && strchr(" \t\r", p.end[-1]) && p.end[-1])
        p.end--;
    return p;
}

static bool parse_number(piece p, double *value, ocl_message *why)
{
    char text[64];
    const size_t length = (size_t)(p.end - p.at);
    if (length == 0) return ocl_refuse(why, "a number is missing");
    if (length >= sizeof text) return ocl_refuse(why, "a number has more than 63 letters");
    memcpy(text, p.at, length);
    text[length] = '\0';
    if (strlen(text) != length) return ocl_refuse(why, "a 0 byte is no number");
    if (!ocl_parse_real(text, value, why)) return false;
    if (fabs(*value) > XY_LARGEST) return ocl_refuse(why, "%s is larger than 1e100", text);
    return true;
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

typedef struct {
    xy_points points;
    size_t room;
    bool begun;    // a header, if there was one, is behind us
} reader;

static bool parse_line(reader *r, piece line, ocl_message *why)
{
    const char *comma = memchr(line.at, ',', (size_t)(line.end - line.at));
    if (!comma) return ocl_refuse(why, "there is no comma; write x,y");
    const piece left = trim((piece){ line.at, comma }),
                right = trim((piece){ comma + 1, line.end });
    if (memchr(right.at, ',', (size_t)(right.end - right.at)))
        return ocl_refuse(why, "there are more than two columns; write x,y");
    double x, y;
    ocl_message why_x, why_y;
    const bool has_x = parse_number(left, &x, &why_x), has_y = parse_number(right, &y, &why_y);
    const bool header = !r->begun && !has_x && !has_y && left.at < left.end && right.at < right.end;
    r->begun = true;
    if (header) return true;
    if (!has_x) return ocl_refuse(why, "x: %s", why_x.text);
    if (!has_y) return ocl_refuse(why, "y: %s", why_y.text);
    add_point(&r->points, &r->room, x, y);
    return true;
}

bool xy_parse(xy_points *points, const char *text, size_t bytes, ocl_message *why)
{
    *points = (xy_points){ .n = 0 };
    reader r = { .room = 0 };
    const char *end = text + bytes, *next;
    size_t number = 1;
    for (const char *at = text; at < end; at = next + 1, number++) {
        next = memchr(at, '\n', (size_t)(end - at));
        if (!next) next = end;
        const piece line = trim((piece){ at, next });
        ocl_message reason;
        if (line.at == line.end || *line.at == '#') continue;
        if (parse_line(&r, line, &reason)) continue;
        xy_free(&r.points);
        return ocl_refuse(why, "line %zu: %s", number, reason.text);
    }
    if (r.points.n == 0) return ocl_refuse(why, "there is no point; write a line x,y for each");
    *points = r.points;
    return true;
}

bool xy_load(xy_points *points, const char *path, ocl_message *why)
{
    static const ocl_file_form form = { .is_text = true };
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
