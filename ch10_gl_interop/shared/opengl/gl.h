// SPDX-License-Identifier: MIT
//
// gl - OpenGL without a window: a context, errors, shaders, and the pixels that were drawn; an
// OpenCL context beside it, as gl_info.c and gl_buffer.c show it.
//
// EGL opens the context on a graphics device; no display and no X server are needed.  OpenGL's
// functions have no parameter for the context: they work with the current one of the thread.

#ifndef CH10_GL_H
#define CH10_GL_H

#include "functions.h"
#include "ocl.h"

#include <GL/glext.h>    // extensions

// OpenGL's functions return no status: an error waits until glGetError is asked.  Wrap each call:
//     GL_CHECK(glBindVertexArray(shape));
//     GL_CHECK(place = glGetUniformLocation(program, "place"));
// An error ends the program with OCL_EXIT_CALL, and names file, line, the call and the error.
#define GL_CHECK(call)                                 \
    do {                                               \
        call;                                          \
        gl_require_success(#call, __FILE__, __LINE__); \
    } while (0)
void gl_require_success(const char *call, const char *file, int line);

// A context of OpenGL 3.3 core.
typedef struct {
    EGLDisplay display;    // one graphics device
    EGLContext context;
    void *window;    // of window.h, or NULL
} gl_context;

// How many graphics devices EGL knows.
size_t gl_count_devices(void);

// Opens a context on a graphics device, from 0, and makes it current.  False when it has none.
bool gl_open_on(gl_context *context, size_t device);

// gl_open_on for a context of that version (major, minor) or a later one.
bool gl_open_version_on(gl_context *context, size_t device, const EGLint version[2]);

// Opens it on the first graphics device that has one.  Without any the program ends with
// OCL_EXIT_SKIP and names the packages.
gl_context gl_open(void);

// Oclgrind and llvmpipe cannot work in one process, because each has an LLVM of its own.  Ends the
// program with OCL_EXIT_SKIP if it has both.
void gl_require_one_llvm(cl_device_id device);

// Everything that was made in the context must have been deleted before.
void gl_close(gl_context *context);

// Whether the current context has the extension of exactly this name.
bool gl_has_extension(const char *name);

// A program of these two shaders, linked.  What the compiler does not take ends the program with
// OCL_EXIT_CALL and the compiler's own text.  The caller deletes it with glDeleteProgram.
GLuint gl_build(const char *vertex_shader, const char *fragment_shader);

// A program of one compute shader.  It needs a context of OpenGL 4.3.
GLuint gl_build_compute(const char *compute_shader);

// A framebuffer without a window, whose pixels are a renderbuffer, as gl_triangle.c shows it.
typedef struct {
    GLuint pixels, framebuffer;
} gl_target;

// Ends the program with OCL_EXIT_USAGE if OpenGL has no textures, renderbuffers or views of that
// width and height; the message has the limit.
void gl_require_size(const size_t extents[2]);

// A new one of that size, and the current one from now on.
gl_target gl_open_target(GLsizei width, GLsizei height);
void gl_close_target(const gl_target *target);

// A texture of one level, GL_RGBA8, filled with rows of RGBA bytes.  It is shown with linear
// filtering, and its edge goes on outside.  The caller deletes it with glDeleteTextures.
GLuint gl_create_texture(const size_t extents[2], const void *pixels);

// The texture's rows of RGBA bytes.
void gl_read_texture(GLuint texture, void *pixels);

// The pixels of the current framebuffer as a picture of this size; the caller frees it.  OpenGL's
// rows begin at the bottom, those of the picture at the top.
ocl_picture gl_read_picture(size_t width, size_t height);

// Context and queue of the device of `env` that know the OpenGL context.  The device must have
// cl_khr_gl_sharing.  The result has the options and the limits of `env`; ocl_close releases it.
ocl_env sharing_open(const ocl_env *env, const gl_context *gl);

#endif
