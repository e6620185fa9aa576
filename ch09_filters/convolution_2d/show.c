// SPDX-License-Identifier: MIT

#include "show.h"

enum { SQUARE = 12, GAP = 12 };    // pixels of the drawing

numbers numbers_new(size_t width, size_t height)
{
    numbers n = { (int)width, (int)height, NULL };
    n.at = ocl_alloc(numbers_bytes(&n));
    memset(n.at, 0, numbers_bytes(&n));
    return n;
}

size_t numbers_bytes(const numbers *n)
{
    return (size_t)n->width * (size_t)n->height * sizeof *n->at;
}

uint32_t *number_at(const numbers *n, int x, int y)
{
    return &n->at[(size_t)y * (size_t)n->width + (size_t)x];
}

void show_rows(ocl_table *table, const char *of, const numbers *n)
{
    for (int y = 0; y < n->height; y++) {
        char text[80] = "";
        size_t used = 0;
        for (int x = 0; x < n->width && used + 8 < sizeof text; x++)
            used += (size_t)snprintf(text + used, sizeof text - used, " %3u", *number_at(n, x, y));
        ocl_table_row(table, "%-12s %4d %s", of, y, text);
    }
}

// The brightness of square (x, y) of a place of that size; black where there is no number.
static uint8_t brightness_of(const numbers *n, int x, int y, const numbers *place)
{
    uint32_t largest = 1;
    for (size_t i = 0; i < numbers_bytes(n) / sizeof *n->at; i++)
        largest = n->at[i] > largest ? n->at[i] : largest;
    x -= place->width / 2 - n->width / 2;
    y -= place->height / 2 - n->height / 2;
    if (x < 0 || x >= n->width || y < 0 || y >= n->height) return 0;
    return (uint8_t)(255.0 * *number_at(n, x, y) / largest);
}

void draw_numbers(const char *path, const numbers *const of[3])
{
    const numbers *place = of[2];
    const size_t wide = (size_t)place->width * SQUARE, high = (size_t)place->height * SQUARE;
    ocl_picture picture;
    ocl_message why;
    if (!ocl_picture_alloc(&picture, 3 * wide + 2 * GAP, high, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    memset(picture.rgba, 255, 4 * (3 * wide + 2 * GAP) * high);
    for (size_t k = 0; k < 3; k++)
        for (size_t i = 0; i < (size_t)place->width * (size_t)place->height; i++) {
            const int x = (int)i % place->width, y = (int)i / place->width;
            const uint8_t grey = brightness_of(of[k], x, y, place);
            for (size_t p = 0; p < (size_t)SQUARE * SQUARE; p++) {
                const size_t column = k * (wide + GAP) + (size_t)x * SQUARE + p % SQUARE;
                const size_t row = (size_t)y * SQUARE + p / SQUARE;
                memset(picture.rgba + 4 * (row * picture.width + column), grey, 3);
            }
        }
    ocl_output_picture(&picture, path);
    ocl_picture_free(&picture);
}
