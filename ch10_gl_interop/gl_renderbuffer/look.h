// SPDX-License-Identifier: MIT
//
// look - what the kernels should see in a picture, in plain C; and what they saw, as a file.

#ifndef GL_RENDERBUFFER_LOOK_H
#define GL_RENDERBUFFER_LOOK_H

#include "ocl.h"

typedef struct {
    uint32_t counts[256];    // how many pixels are so bright
    uint8_t *edges;          // one per pixel: how much the brightness changes there
} look;

// Of four bytes per pixel.
void look_ref(look *ref, const uint8_t *rgba, ocl_grid grid);

// What was drawn and what the kernel saw, side by side.  Both have rows from the bottom: four bytes
// per pixel, one byte per pixel.
void look_write(const char *path, const size_t extents[2], const uint8_t *rgba,
                const uint8_t *edges);

#endif
