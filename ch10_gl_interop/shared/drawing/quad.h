// SPDX-License-Identifier: MIT
//
// quad - a texture on a rectangle that is turned: drawn by OpenGL, and by plain C.

#ifndef CH10_QUAD_H
#define CH10_QUAD_H

#include "shared/opengl/gl.h"

// The shaders, the corners, and how OpenGL reads them.
typedef struct {
    GLuint program, shape, corners;
} quad;

// A quad that shows a texture of that size in a view of the same size.
quad quad_open(size_t width, size_t height);
void quad_close(const quad *q);

// Clears the view and draws the quad.
void quad_draw(const quad *q, GLuint texture);

// Whether OpenGL has drawn these texels: rows of RGBA bytes, of the same size as the picture.  The
// error is in levels.  A pixel on an edge of the quad may belong to it or not.
ocl_result quad_verify(const ocl_picture *drawn, const uint8_t *texels);

#endif
