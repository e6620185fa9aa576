// SPDX-License-Identifier: MIT
//
// picture - a host picture of 8-bit RGBA pixels.

#ifndef OCL_PICTURE_H
#define OCL_PICTURE_H

#include "errors.h"

#include <stddef.h>
#include <stdint.h>

// Rows from the top, pixels from the left, four bytes R, G, B, A per pixel, no padding.
typedef struct {
    uint32_t width, height;    // at least 1 each
    uint8_t *rgba;             // 4 * width * height bytes, malloc'ed
} ocl_picture;

// A picture of that size with every byte 0.  False, with a message, when it is empty or does not
// fit into memory.
bool ocl_picture_alloc(ocl_picture *picture, size_t width, size_t height, ocl_message *why);

// Frees the pixels; the picture is empty then.
void ocl_picture_free(ocl_picture *picture);

#endif
