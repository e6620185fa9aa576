// SPDX-License-Identifier: MIT

#include "live.h"

#include "shared/window/view.h"

#ifndef OCL_HAVE_GLFW

live live_open(bool shown, const char *title, const ocl_picture *picture)
{
    (void)title, (void)picture;
    if (shown) view_prepare();    // says that there are no windows
    return (live){ .right = 0 };
}

bool live_show(live *window, const ocl_picture *picture)
{
    (void)window, (void)picture;
    return false;
}

void live_close(live *window)
{
    (void)window;
}

#else

#include "shared/window/glfw.h"

// Functions and numbers of OpenGL 1.1, which each window has: so nothing of its headers is needed.
typedef struct {
    void (*raster_pos)(float, float);
    void (*pixel_zoom)(float, float);
    void (*draw_pixels)(int, int, unsigned, unsigned, const void *);
    void (*viewport)(int, int, int, int);
} drawing;
enum { RGBA = 0x1908, UNSIGNED_BYTE = 0x1401 };

static ocl_function find(const char *name)
{
    const ocl_function found = glfw()->glfwGetProcAddress(name);
    if (!found) ocl_exit(OCL_EXIT_SKIP, "--window: this OpenGL has no %s", name);
    return found;
}

live live_open(bool shown, const char *title, const ocl_picture *picture)
{
    if (!shown) return (live){ .right = 0 };
    view_prepare();
    GLFWwindow *window =
        view_open(VIEW_PIXELS, title, (const size_t[]){ picture->width, picture->height });
    glfw()->glfwMakeContextCurrent(window);
    glfw()->glfwSwapInterval(1);    // not faster than the screen
    drawing *draw = ocl_alloc(sizeof *draw);
    draw->raster_pos = (void (*)(float, float))find("glRasterPos2f");
    draw->pixel_zoom = (void (*)(float, float))find("glPixelZoom");
    draw->draw_pixels = (void (*)(int, int, unsigned, unsigned, const void *))find("glDrawPixels");
    draw->viewport = (void (*)(int, int, int, int))find("glViewport");
    return (live){ .shown = window, .draw = draw };
}

// 1 where a key of the first pair is pressed, -1 where one of the second.
static int direction(GLFWwindow *window, const int more[2], const int less[2])
{
    int way = 0;
    for (int k = 0; k < 2; k++) {
        if (glfw()->glfwGetKey(window, more[k]) == GLFW_PRESS) way = 1;
        if (glfw()->glfwGetKey(window, less[k]) == GLFW_PRESS) way = -1;
    }
    return way;
}

bool live_show(live *window, const ocl_picture *picture)
{
    if (!window->shown) return false;
    const drawing *draw = window->draw;
    int width, height;    // of the window now
    glfw()->glfwGetFramebufferSize(window->shown, &width, &height);
    draw->viewport(0, 0, width, height);
    draw->raster_pos(-1.0f, 1.0f);    // from the top left, downwards
    draw->pixel_zoom((float)width / (float)picture->width, -(float)height / (float)picture->height);
    draw->draw_pixels((int)picture->width, (int)picture->height, RGBA, UNSIGNED_BYTE,
                      picture->rgba);
    glfw()->glfwSwapBuffers(window->shown);
    if (!view_goes_on(window->shown)) return false;
    window->right = direction(window->shown, (const int[]){ GLFW_KEY_RIGHT, GLFW_KEY_RIGHT },
                              (const int[]){ GLFW_KEY_LEFT, GLFW_KEY_LEFT });
    window->up = direction(window->shown, (const int[]){ GLFW_KEY_UP, GLFW_KEY_UP },
                           (const int[]){ GLFW_KEY_DOWN, GLFW_KEY_DOWN });
    // Where + and - are depends on the keyboard; on the number pad it does not.
    window->nearer = direction(window->shown, (const int[]){ GLFW_KEY_EQUAL, GLFW_KEY_KP_ADD },
                               (const int[]){ GLFW_KEY_MINUS, GLFW_KEY_KP_SUBTRACT });
    return true;
}

void live_close(live *window)
{
    if (!window->shown) return;
    view_close(window->shown);
    free(window->draw);
}

#endif
