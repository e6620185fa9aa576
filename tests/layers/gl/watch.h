// SPDX-License-Identifier: MIT
//
// watch - what a program asks of OpenGL: gl_layer.c must know whether it has been waited for.
//
// Works when the layer is in LD_PRELOAD: its glFinish, glDrawArrays ... are then called in place of
// OpenGL's, and call these.  Calls of the layer itself do not count.

#ifndef LAYER_WATCH_H
#define LAYER_WATCH_H

#define GL_GLEXT_PROTOTYPES
#include <EGL/egl.h>
#include <GL/glcorearb.h>

#include <stdbool.h>

// Whether the layer is in LD_PRELOAD.  If not, all work counts as finished.
bool watch_is_on(void);

// Whether OCL_TEST_GL_OMIT says that this call of the program is left out.
bool watch_omits(const char *call);

// How many commands OpenGL got so far, and up to which one the program has waited.
unsigned long watch_work(void);
unsigned long watch_finished(void);

// Up to which command a fence waits.
unsigned long watch_fence(GLsync fence);

// From now on what this thread calls does not count, or counts again.
void watch_pause(bool pause);

// Whether the program has given an object other storage, or has deleted it, after command `since`.
// The kind is GL_BUFFER, GL_TEXTURE or GL_RENDERBUFFER.
bool watch_replaced(GLenum kind, GLuint name, unsigned long since);

// Called for each object that OpenGL draws from or into, and before a fence is deleted.
typedef struct {
    void (*uses)(GLenum kind, GLuint name);
    void (*deletes_fence)(GLsync fence);
} watch_calls;
void watch_set_calls(watch_calls calls);

#endif
