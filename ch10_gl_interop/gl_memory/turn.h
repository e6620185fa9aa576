// SPDX-License-Identifier: MIT
//
// turn - what the two do with a frame: both turns in plain C, and OpenGL's shader.

#ifndef GL_MEMORY_TURN_H
#define GL_MEMORY_TURN_H

#include "shared/opengl/gl.h"

typedef struct {
    size_t extents[2], n, bytes;    // width and height; pixels of a frame, and its bytes
    size_t frames;                  // each is a turn of OpenCL and one of OpenGL
    cl_uint *start, *ref;           // before all turns; after all turns
} film;

// With random pixels in `start`.  A frame that is too large for OpenGL ends the program with
// OCL_EXIT_USAGE.
film film_open(const size_t extents[2], size_t frames, uint64_t seed);
void film_close(const film *f);

// The answer in plain C, in `ref`.
void film_ref(film *f);

// OpenGL's turn as a compute shader.  gl_build_compute builds it; delete it with glDeleteProgram.
extern const char *const SHADER;

// Runs it on the frame in the buffer.  Returns before it is done.
void shader_run(GLuint program, const film *f, GLuint buffer);

// Runs it, and compares what OpenGL has in the buffer then with plain C.  `start` was there before.
ocl_result shader_verify(GLuint program, const film *f, GLuint buffer);

#endif
