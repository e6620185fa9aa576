// SPDX-License-Identifier: MIT

#include "window.h"

#ifndef OCL_HAVE_GLFW

gl_context window_open(bool shown, const char *title, size_t width, size_t height)
{
    (void)title, (void)width, (void)height;
    if (shown)
        ocl_exit(OCL_EXIT_SKIP,
                 "--window: built without GLFW: install libglfw3-dev and build again");
    return gl_open();
}

void window_close(gl_context *gl)
{
    gl_close(gl);
}

bool window_show(const gl_context *gl)
{
    (void)gl;
    return true;
}

#else

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

// What belongs to a window beside its context.
typedef struct {
    const char *title;
    GLint width, height;    // of the drawing
    double since;           // when frames were last counted, by ocl_wall_ns
    size_t frames;          // shown since then
} view;

gl_context window_open(bool shown, const char *title, size_t width, size_t height)
{
    if (!shown) return gl_open();
    if (!glfwInit()) ocl_exit(OCL_EXIT_SKIP, "--window: GLFW finds no display");
    glfwWindowHint(GLFW_CONTEXT_CREATION_API, GLFW_EGL_CONTEXT_API);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    GLFWwindow *window = glfwCreateWindow((int)width, (int)height, title, NULL, NULL);
    if (!window)
        ocl_exit(OCL_EXIT_SKIP, "--window: GLFW opens no window with OpenGL 3.3 through EGL");
    glfwMakeContextCurrent(window);
    glfwSwapInterval(1);    // not faster than the screen
    view *v = ocl_alloc(sizeof *v);
    *v = (view){ title, (GLint)width, (GLint)height, ocl_wall_ns(), 0 };
    glfwSetWindowUserPointer(window, v);
    return (gl_context){ .display = eglGetCurrentDisplay(),
                         .context = eglGetCurrentContext(),
                         .window = window };
}

void window_close(gl_context *gl)
{
    if (!gl->window) {
        gl_close(gl);
        return;
    }
    free(glfwGetWindowUserPointer(gl->window));
    glfwDestroyWindow(gl->window);
    glfwTerminate();
}

static void count_frame(GLFWwindow *window)
{
    view *v = glfwGetWindowUserPointer(window);
    const double now = ocl_wall_ns(), seconds = (now - v->since) / 1e9;
    char title[100];
    v->frames++;
    if (seconds < 0.5) return;
    snprintf(title, sizeof title, "%s: %.0f frames per second", v->title,
             (double)v->frames / seconds);
    glfwSetWindowTitle(window, title);
    v->since = now;
    v->frames = 0;
}

bool window_show(const gl_context *gl)
{
    GLFWwindow *window = gl->window;
    if (!window) return true;
    const view *v = glfwGetWindowUserPointer(window);
    GLint drawn;
    int width, height;    // of the window now
    glfwGetFramebufferSize(window, &width, &height);
    GL_CHECK(glGetIntegerv(GL_FRAMEBUFFER_BINDING, &drawn));
    GL_CHECK(glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0));
    GL_CHECK(glBlitFramebuffer(0, 0, v->width, v->height, 0, 0, width, height, GL_COLOR_BUFFER_BIT,
                               GL_NEAREST));
    GL_CHECK(glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)drawn));
    glfwSwapBuffers(window);
    glfwPollEvents();
    count_frame(window);
    return !glfwWindowShouldClose(window) && glfwGetKey(window, GLFW_KEY_ESCAPE) != GLFW_PRESS;
}

#endif
