// SPDX-License-Identifier: MIT

#include "window.h"

#ifndef OCL_HAVE_GLFW

gl_context window_open(bool shown, const char *title, size_t width, size_t height)
{
    (void)title, (void)width, (void)height;
    if (shown) view_prepare();    // says that there are no windows
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

#include "glfw.h"

gl_context window_open(bool shown, const char *title, size_t width, size_t height)
{
    if (!shown) return gl_open();
    gl_load_functions();
    view_prepare();
    GLFWwindow *window = view_open(VIEW_OPENGL, title, (size_t[]){ width, height });
    glfw()->glfwMakeContextCurrent(window);
    glfw()->glfwSwapInterval(1);    // not faster than the screen
    return (gl_context){ .display = eglGetCurrentDisplay(),
                         .context = eglGetCurrentContext(),
                         .window = window };
}

void window_close(gl_context *gl)
{
    if (gl->window)
        view_close(gl->window);
    else
        gl_close(gl);
}

bool window_show(const gl_context *gl)
{
    GLFWwindow *window = gl->window;
    if (!window) return true;
    GLint drawn, view[4];
    int width, height;    // of the window now
    glfw()->glfwGetFramebufferSize(window, &width, &height);
    GL_CHECK(glGetIntegerv(GL_VIEWPORT, view));
    GL_CHECK(glGetIntegerv(GL_FRAMEBUFFER_BINDING, &drawn));
    GL_CHECK(glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0));
    GL_CHECK(glBlitFramebuffer(0, 0, view[2], view[3], 0, 0, width, height, GL_COLOR_BUFFER_BIT,
                               GL_NEAREST));
    GL_CHECK(glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)drawn));
    glfw()->glfwSwapBuffers(window);
    return view_goes_on(window);
}

#endif

void window_hold(const gl_context *gl)
{
    while (gl->window && window_show(gl))
        continue;
}
