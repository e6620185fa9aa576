// SPDX-License-Identifier: MIT

#include "look.h"

// Coordinates past the end mean the last pixel.
static int brightness(const uint8_t *rgba, ocl_grid grid, long x, long y)
{
    const long column = x < 0 ? 0 : x < (long)grid.width ? x : (long)grid.width - 1;
    const long row = y < 0 ? 0 : y < (long)grid.height ? y : (long)grid.height - 1;
    const uint8_t *pixel = rgba + 4 * ((size_t)row * grid.width + (size_t)column);
    return (77 * pixel[0] + 150 * pixel[1] + 29 * pixel[2]) / 256;
}

void look_ref(look *ref, const uint8_t *rgba, ocl_grid grid)
{
    memset(ref->counts, 0, sizeof ref->counts);
    for (size_t i = 0; i < grid.width * grid.height; i++) {
        const long x = (long)(i % grid.width), y = (long)(i / grid.width);
        int right = 0, up = 0;
        for (long d = -1; d <= 1; d++) {
            const int weight = d == 0 ? 2 : 1;
            right += weight * brightness(rgba, grid, x + 1, y + d);
            right -= weight * brightness(rgba, grid, x - 1, y + d);
            up += weight * brightness(rgba, grid, x + d, y + 1);
            up -= weight * brightness(rgba, grid, x + d, y - 1);
        }
        ref->counts[brightness(rgba, grid, x, y)]++;
        ref->edges[i] = (uint8_t)ocl_smaller(255, (size_t)(abs(right) + abs(up)));
    }
}

void look_write(const char *path, const size_t extents[2], const uint8_t *rgba,
                const uint8_t *edges)
{
    const size_t width = extents[0], height = extents[1];
    ocl_picture pair;
    ocl_message why;
    if (!ocl_picture_alloc(&pair, 2 * width, height, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    for (size_t y = 0; y < height; y++) {
        uint8_t *row = pair.rgba + 4 * 2 * width * (height - 1 - y);
        memcpy(row, rgba + 4 * width * y, 4 * width);
        for (size_t x = 0; x < width; x++) {
            memset(row + 4 * (width + x), edges[width * y + x], 3);
            row[4 * (width + x) + 3] = 255;
        }
    }
    ocl_output_picture(&pair, path);
    ocl_picture_free(&pair);
}
