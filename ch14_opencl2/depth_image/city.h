// SPDX-License-Identifier: MIT
//
// city - houses that cast shadows, and which pixels the sun reaches, in plain C.

#ifndef DEPTH_IMAGE_CITY_H
#define DEPTH_IMAGE_CITY_H

#include "ocl.h"

// Heights are less than TOP.  LAYERS: the sun at the left, and at the right.
enum { TOP = 64, LAYERS = 2 };

typedef struct {
    size_t width, height;
    cl_int *heights;    // row after row; free them
} city;

city city_new(const size_t extents[2], uint64_t seed);

// Whether the sun reaches each pixel, layer after layer: no house on the way to the sun is as high
// as the ray there.
void city_light_ref(uint8_t *lit, const city *c);

// The depth maps, layer after layer, width + TOP columns: see depth_image.cl.
void city_map_ref(float *map, const city *c);

// The city with the light of both layers, side by side.
void city_draw(const city *c, const uint8_t *lit, const char *path);

// Host pixels in place of an image: the nearest pixel at its edges is read outside of it.  The
// three reads of the kernel depth_image_reads.
void reads_ref(float *ref, const float *pixels, const size_t extents[2]);

#endif
