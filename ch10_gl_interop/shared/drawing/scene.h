// SPDX-License-Identifier: MIT
//
// scene - three long triangles, each in front of the next: drawn by OpenGL, and by plain C.

#ifndef CH10_SCENE_H
#define CH10_SCENE_H

#include "shared/opengl/gl.h"

enum { SCENE_CORNERS = 9 };

// x and y from -1 to 1; z from -1, the nearest, to 1.
typedef struct {
    float x, y, z;
    float red, green, blue;
} scene_corner;

typedef struct {
    GLuint program, shape, buffer;
    scene_corner at[SCENE_CORNERS];    // of the frame that was drawn last
} scene;

scene scene_open(void);
void scene_close(const scene *s);

// Clears the current framebuffer and draws the frame of this number: each frame turns the scene a
// little.
void scene_draw(scene *s, size_t frame);

// Compares every pixel with the same scene in plain C.  Rows from the bottom, four bytes per pixel.
// Near the edge of a triangle both sides are right.
ocl_result scene_verify(const scene *s, const uint8_t *rgba, ocl_grid grid);

#endif
