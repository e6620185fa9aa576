// SPDX-License-Identifier: MIT
//
// points - places drawn as points of one pixel: by OpenGL, and by plain C.

#ifndef CH10_POINTS_H
#define CH10_POINTS_H

#include "shared/opengl/gl.h"

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

// A row of it for points in a buffer that both share.  A driver with a known fault draws them
// elsewhere: then a note.
void points_report(ocl_report *report, cl_device_id device, const ocl_picture *got,
                   const cl_float4 *place, size_t n);

#endif
