// SPDX-License-Identifier: MIT

#include "reference.h"

ocl_picture picture_of(size_t width, size_t height)
{
    ocl_picture made;
    ocl_message why;
    if (!ocl_picture_alloc(&made, width, height, &why)) ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    return made;
}

// Channel c of the negative.
static int negative(const ocl_picture *picture, size_t x, size_t y, size_t c)
{
    const int level = picture->rgba[4 * (y * picture->width + x) + c];
    return c < 3 ? 255 - level : level;
}

// The pixel on the other side of place i of the large picture, of n pixels.
static size_t beside(size_t i, size_t n)
{
    if (i % 2 == 0) return i < 2 ? 0 : i / 2 - 1;
    return ocl_smaller(i / 2 + 1, n - 1);
}

void enlarge_ref(ocl_picture *ref, const ocl_picture *picture)
{
    for (size_t i = 0; i < (size_t)4 * ref->width * ref->height; i++) {
        const size_t c = i % 4, column = i / 4 % ref->width, row = i / 4 / ref->width;
        const size_t x = beside(column, picture->width), y = beside(row, picture->height);
        const int sum = 9 * negative(picture, column / 2, row / 2, c) +
                        3 * negative(picture, x, row / 2, c) +
                        3 * negative(picture, column / 2, y, c) + negative(picture, x, y, c);
        ref->rgba[i] = (uint8_t)((sum + 8) / 16);
    }
}
