// SPDX-License-Identifier: MIT

#include "pair.h"

#include "ocl.h"

void pair_write(const char *path, const size_t extents[2], const uint8_t *rgba,
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
