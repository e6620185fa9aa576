// SPDX-License-Identifier: MIT
//
// points - places drawn as points of one pixel: by OpenGL, and by plain C.

#ifndef GL_BUFFER_POINTS_H
#define GL_BUFFER_POINTS_H

#include "shared/gl.h"

// The shaders, and what they read: the buffer that is bound to GL_ARRAY_BUFFER.
typedef struct {
    GLuint program, shape;
} points;

points points_open(void);
void points_close(const points *p);

// Clears the picture and draws the first n places of the buffer that was bound by points_read.
void points_read(const points *p);
void points_draw(const points *p, size_t n);

// Whether the pixels with a body in them, and no others, are lit.  A body that is so near to a
// pixel's border that OpenGL may move it across may light either one.
ocl_result points_verify(const ocl_picture *got, const cl_float4 *place, size_t n);

#endif
