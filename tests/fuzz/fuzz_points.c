// SPDX-License-Identifier: MIT
//
// Fuzz target: any bytes as a file of points.  What is taken must be finite, and must be read back
// the same when it is written again.

#include "shared/least_squares/xy_points.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes);

static void demand(bool truth, const char *what)
{
    if (truth) return;
    fprintf(stderr, "fuzz_points: %s\n", what);
    abort();
}

static void check(const xy_points *points)
{
    ocl_growing text = { 0 };
    demand(points->n > 0, "no point");
    for (size_t i = 0; i < points->n; i++) {
        char line[80];
        demand(fabs(points->x[i]) <= XY_LARGEST && fabs(points->y[i]) <= XY_LARGEST, "too large");
        snprintf(line, sizeof line, "%.17g,%.17g\n", points->x[i], points->y[i]);
        ocl_append_text(&text, line);
    }
    xy_points again;
    ocl_message why;
    demand(xy_parse(&again, text.text, text.bytes, &why), "not read back");
    demand(again.n == points->n, "read back as more or fewer points");
    for (size_t i = 0; i < points->n; i++)
        demand(!(again.x[i] < points->x[i]) && !(again.x[i] > points->x[i]) &&
                   !(again.y[i] < points->y[i]) && !(again.y[i] > points->y[i]),
               "read back as another point");
    xy_free(&again);
    free(text.text);
}

// The same text behind a byte order mark has the same points.
static void check_mark(const xy_points *points, const char *text, size_t bytes)
{
    ocl_growing marked = { 0 };
    ocl_append(&marked, "\xef\xbb\xbf", 3);
    ocl_append(&marked, text, bytes);
    xy_points again;
    ocl_message why = { "" };
    demand(xy_parse(&again, marked.text, marked.bytes, &why), "a mark is refused");
    demand(again.n == points->n, "a mark changes the points");
    xy_free(&again);
    free(marked.text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    char *text = calloc(1, bytes ? bytes : 1);    // just so long: reading past the end is noticed
    if (!text) return 0;
    if (bytes > 0) memcpy(text, data, bytes);
    xy_points points;
    ocl_message why = { "" };
    if (xy_parse(&points, text, bytes, &why)) {
        if (bytes < 3 || memcmp(text, "\xef\xbb\xbf", 3) != 0) check_mark(&points, text, bytes);
        check(&points);
    } else
        demand(why.text[0] != '\0' && points.n == 0, "refused without a reason");
    xy_free(&points);
    free(text);
    return 0;
}
