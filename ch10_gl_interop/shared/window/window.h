// SPDX-License-Identifier: MIT
//
// window - OpenGL's drawing in a window.
//
// A sample draws into a framebuffer of its own (gl.h), with a window and without one.  window_show
// copies this framebuffer into the window.

#ifndef CH10_WINDOW_H
#define CH10_WINDOW_H

#include "shared/opengl/gl.h"
#include "view.h"

// With `shown` a window of that size, and its OpenGL context; otherwise gl_open.  The context is
// EGL's in both cases, so the properties of an OpenCL context that shares are the same.  Ends the
// program with OCL_EXIT_SKIP where GLFW or a display is missing.
gl_context window_open(bool shown, const char *title, size_t width, size_t height);

// Closes it; without a window it is gl_close.
void window_close(gl_context *gl);

// Shows the current framebuffer in the window.  False when the user has pressed Escape or closed
// the window.  Without a window it only gives true.
bool window_show(const gl_context *gl);

// Shows the framebuffer until the user ends it.  Without a window it does nothing.
void window_hold(const gl_context *gl);

#endif
