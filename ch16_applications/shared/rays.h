// SPDX-License-Identifier: MIT
//
// rays - from where one looks at a volume: a ray for each pixel of the picture.

#ifndef SHARED_RAYS_H
#define SHARED_RAYS_H

#include "ocl.h"

// Pixel (x, y) sees what is at start + x * right + y * down + step * forward, for all steps.  A
// step is 1 long.  `light` leads to the light from each place.
typedef struct {
    size_t width, height;    // of the picture
    size_t side, steps;      // of the volume; of a ray
    cl_float4 start, right, down, forward, light;
} view;

// Turned by `angle` in degrees, seen from above by 0.45, which is 26 degrees.  The shorter side of
// the picture shows 74 places of 64.  Light comes from above, from the left and from the front.
view look(size_t width, size_t height, size_t side, double angle);

#endif
