// SPDX-License-Identifier: MIT
//
// view - a window of GLFW, for what OpenGL or Vulkan draws, and for the pictures of chapter 16.

#ifndef CH10_VIEW_H
#define CH10_VIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The row of an option table that takes `shown`, a bool.
#define WINDOW_OPTION(shown)                                                                \
    {                                                                                       \
        .usage = "-w, --window: show the drawing in a window; Escape ends", .flag = (shown) \
    }

typedef enum { VIEW_OPENGL, VIEW_VULKAN, VIEW_PIXELS } view_kind;

typedef struct GLFWwindow GLFWwindow;

// GLFW, ready for a window.  Ends the program with OCL_EXIT_SKIP where it or a display is missing.
void view_prepare(void);

// view_prepare for Vulkan: the extensions that an instance needs for windows, and their number.
const char *const *view_vulkan_extensions(uint32_t *count);

// A window of that size, with a context of OpenGL 3.3 core through EGL, with none, for Vulkan, or
// with any that the system has, for pixels.
GLFWwindow *view_open(view_kind kind, const char *title, const size_t extents[2]);
void view_close(GLFWwindow *window);

// After each frame that the window has shown: puts frames per second into its title.  False when
// the user has pressed Escape or closed the window.
bool view_goes_on(GLFWwindow *window);

#endif
