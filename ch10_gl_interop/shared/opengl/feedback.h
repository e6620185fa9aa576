// SPDX-License-Identifier: MIT
//
// feedback - OpenGL calculates: a vertex shader makes new numbers of those in a buffer, and draws
// nothing.

#ifndef CH10_FEEDBACK_H
#define CH10_FEEDBACK_H

#include "gl.h"

typedef struct {
    GLuint program, shape;
    GLuint from, into;    // buffers of n numbers
    size_t n;
} feedback;

// OpenGL will read `from` and write `into`.  It wants a framebuffer, although nothing is drawn.
feedback feedback_open(GLuint from, GLuint into, size_t n);
void feedback_close(const feedback *f);

// into[i] = 5 * from[i] + i.  Returns before it is done.
void feedback_run(const feedback *f);

// What feedback_run computes, in plain C.
void feedback_ref(cl_uint *into, const cl_uint *from, size_t n);

// Whether OpenGL has these numbers in one of its buffers.
ocl_result feedback_verify(const char *what, GLuint buffer, const cl_uint *ref, size_t n);

#endif
