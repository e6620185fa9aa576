// SPDX-License-Identifier: MIT

#include "ref.h"
#include "picture/picture_file.h"

#include <stdlib.h>
#include <string.h>

static void count_file(uint64_t *counts, const char *path)
{
    ocl_picture picture;
    ocl_message why;
    if (!ocl_picture_read(&picture, path, &why)) ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    const size_t n = (size_t)picture.width * picture.height;
    for (size_t i = 0; i < n; i++)
        for (size_t c = 0; c < 3; c++)
            counts[256 * c + picture.rgba[4 * i + c]]++;
    ocl_picture_free(&picture);
}

// One row after the other.  There is no padding, and red comes first.
static void count_made(uint64_t *counts, const picture_layout *layout, uint64_t seed)
{
    uint8_t *row = ocl_alloc(layout->stride);
    for (size_t y = 0; y < layout->height; y++) {
        picture_make_rows(row, layout, y, 1, seed);
        for (size_t i = 0; i < layout->stride; i++)
            counts[256 * (i % 3) + row[i]]++;
    }
    free(row);
}

void histogram_ref(uint64_t counts[OCL_RGB_COUNTS], const picture_layout *layout, const char *path,
                   uint64_t seed)
{
    memset(counts, 0, OCL_RGB_COUNTS * sizeof *counts);
    if (path)
        count_file(counts, path);
    else
        count_made(counts, layout, seed);
}
