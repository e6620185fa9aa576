// SPDX-License-Identifier: MIT
//
// copies - the frame twice, and memory of the host between: what sharing is compared with.

#ifndef GL_MEMORY_COPIES_H
#define GL_MEMORY_COPIES_H

#include "turn.h"

typedef struct {
    cl_command_queue queue;
    GLuint buffer;     // OpenGL's frame
    cl_mem d_frame;    // OpenCL's
    cl_mem pinned;     // host memory that stays where it is, so that OpenCL's copies are fast
    void *host;        // the same, mapped
} frame_copies;

frame_copies copies_open(const ocl_env *env, size_t bytes);
void copies_close(const frame_copies *c);

// OpenGL's turn, with two copies before it and two after it.
void copies_turn(const frame_copies *c, GLuint shader, const film *f);

#endif
