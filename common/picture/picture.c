// SPDX-License-Identifier: MIT

#include "picture.h"

#include <stdlib.h>

bool ocl_picture_alloc(ocl_picture *picture, size_t width, size_t height, ocl_message *why)
{
    if (width == 0 || height == 0)
        return ocl_refuse(why, "a picture of %zu x %zu pixels is empty", width, height);
    bool fits = width <= UINT32_MAX && height <= UINT32_MAX && width <= PTRDIFF_MAX / 4 / height;
    uint8_t *rgba = fits ? calloc(width * height, 4) : NULL;
    if (!rgba) return ocl_refuse(why, "no memory for a picture of %zu x %zu pixels", width, height);
    *picture = (ocl_picture){ (uint32_t)width, (uint32_t)height, rgba };
    return true;
}

void ocl_picture_free(ocl_picture *picture)
{
    free(picture->rgba);
    *picture = (ocl_picture){ 0 };
}
