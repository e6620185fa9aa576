// SPDX-License-Identifier: MIT
//
// scene - two pictures of the same things, from two places: a floor, a box and a ball.

#ifndef SHARED_SCENE_H
#define SHARED_SCENE_H

#include "ocl.h"

// Grey pictures, row after row.  What is at x in the left one is at x - shift in the right one.
typedef struct {
    size_t width, height;
    uint8_t *left, *right;
    uint8_t *shift;       // of each pixel of the left picture
    uint8_t *in_sight;    // 1: the right picture shows the pixel, too; 0: something is before it
} scene;

// Paints a floor, a box and a ball with this photograph, and with a fine grain that the seed makes.
// No two places look the same then.  Shifts are less than 24.  Free it with free_scene.
scene make_scene(const ocl_picture *photo, uint64_t seed);

void free_scene(scene *s);

#endif
