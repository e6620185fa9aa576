// SPDX-License-Identifier: MIT
//
// look - what the kernels should see in a picture, in plain C.

#ifndef GL_RENDERBUFFER_LOOK_H
#define GL_RENDERBUFFER_LOOK_H

#include "ocl.h"

typedef struct {
    uint32_t counts[256];    // how many pixels are so bright
    uint8_t *edges;          // one per pixel: how much the brightness changes there
} look;

// Of four bytes per pixel.
void look_ref(look *ref, const uint8_t *rgba, ocl_grid grid);

#endif
