// SPDX-License-Identifier: MIT
//
// store - the bytes of OpenGL's buffers, textures and renderbuffers, read and written by the host.
//
// The layer has an OpenGL context of its own that shares objects with the program's: so it changes
// no state of the program's context, and works where that one is not current.

#ifndef LAYER_STORE_H
#define LAYER_STORE_H

#define GL_GLEXT_PROTOTYPES
#include <EGL/egl.h>
#include <GL/glcorearb.h>

#include <CL/cl_gl.h>

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    EGLDisplay display;
    EGLContext theirs, mine;    // the program's; the layer's, EGL_NO_CONTEXT before its first use
} gl_contexts;

// What was current in this thread before the layer's context.
typedef struct {
    EGLenum api;
    EGLDisplay display;
    EGLContext context;
    EGLSurface draw, read;
} gl_before;

// Whether the handles are those of a display and of a context that exists.
bool gl_exists(const gl_contexts *contexts);

// Makes the layer's context current; false when it cannot be had.  gl_leave restores what was.
bool gl_enter(gl_contexts *contexts, gl_before *before);
void gl_leave(const gl_contexts *contexts, const gl_before *before);

// How OpenGL and OpenCL name the same elements.
typedef struct {
    GLenum internal, format, type;
    cl_channel_order order;
    cl_channel_type channels;
    size_t bytes;    // of one element
} gl_format;

typedef struct {
    GLenum kind;    // GL_BUFFER, GL_TEXTURE or GL_RENDERBUFFER
    GLuint name;
    GLenum target;    // of a texture
    GLint level;
    const gl_format *format;        // NULL: a buffer
    size_t width, height, depth;    // or layers; of a buffer its bytes, 1, 1
    size_t bytes;
} gl_store;

// Fills in the rest of a store whose kind, name, target and level are given: CL_SUCCESS, or why
// OpenCL must refuse it.  The layer's context is current, for the others, too.
cl_int gl_look(gl_store *store);

// Whether OpenGL's object still has the same storage, as far as sizes and formats tell.
bool gl_is_same(const gl_store *store);

void gl_read(const gl_store *store, void *host);
void gl_write(const gl_store *store, const void *host);

#endif
