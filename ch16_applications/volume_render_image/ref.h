// SPDX-License-Identifier: MIT
//
// ref - volume_render_image in plain C, and how far off a device may be.

#ifndef VOLUME_RENDER_IMAGE_REF_H
#define VOLUME_RENDER_IMAGE_REF_H

#include "ocl.h"

#include "shared/rays.h"

enum { COLOURS = 8 };

// What the kernel reads.  Number (x, y, z) of the volume is volume[(z * side + y) * side + x].
typedef struct {
    const uint8_t *volume;
    uint8_t colours[COLOURS][4];    // for the densities 0 to 1
    view v;
    double step;    // to which the device rounds what it filters, for each axis; 0: to none
} scan;

// The picture, and a bound for each of its numbers: both have four floats a pixel.
void volume_render_image_ref(float *picture, float *bounds, const scan *s);

#endif
