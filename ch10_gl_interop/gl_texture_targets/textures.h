// SPDX-License-Identifier: MIT
//
// textures - a texture for each target of OpenGL, one level of it filled with RGBA bytes.

#ifndef GL_TEXTURE_TARGETS_TEXTURES_H
#define GL_TEXTURE_TARGETS_TEXTURES_H

#include "shared/opengl/gl.h"

#include <CL/cl_gl.h>

// A target, a level, and what OpenCL must make of it.
typedef struct {
    const char *name;
    GLenum target;    // of a cube: one of its faces
    GLint level;
    cl_gl_object_type type;
    cl_mem_object_type image;
    const char *image_name;
    size_t extents[3];    // of the level: width, height or layers, depth or layers
} target;

enum { TARGETS = 14 };
extern const target TARGET_TABLE[TARGETS];

// How many bytes the level has.
size_t texture_bytes(const target *t);

typedef struct {
    GLuint name, buffer;    // the buffer of GL_TEXTURE_BUFFER, or 0
} texture;

// A complete texture; the level has these bytes, all others have other bytes.
texture texture_make(const target *t, const void *texels);
void texture_delete(const texture *made);

// The bytes of the level, from OpenGL.
void texture_read(void *texels, const target *t, const texture *made);

#endif
