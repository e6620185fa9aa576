// SPDX-License-Identifier: MIT

#include "view.h"

#include "ocl.h"

#ifndef OCL_HAVE_GLFW

void view_prepare(void)
{
    ocl_exit(OCL_EXIT_SKIP, "--window: built without GLFW: install libglfw3-dev and build again");
}

const char *const *view_vulkan_extensions(uint32_t *count)
{
    *count = 0;
    view_prepare();    // says that there are no windows
    return NULL;
}

GLFWwindow *view_open(view_kind kind, const char *title, const size_t extents[2])
{
    (void)kind, (void)title, (void)extents;
    return NULL;
}

void view_close(GLFWwindow *window)
{
    (void)window;
}

bool view_goes_on(GLFWwindow *window)
{
    return window != NULL;
}

#else

#include "glfw.h"

static const char *const FILE_NAME = "libglfw.so.3";

ocl_function glfw_function(const char *name)
{
    return ocl_library_function(ocl_library(FILE_NAME), name);
}

const glfw_api *glfw(void)
{
    static glfw_api api;
    if (api.glfwInit) return &api;
    if (!ocl_library(FILE_NAME))
        ocl_exit(OCL_EXIT_SKIP, "--window: %s is missing: install libglfw3", FILE_NAME);
#define FIND(type, name, parameters)                     \
    api.name = (type(*) parameters)glfw_function(#name); \
    if (!api.name) ocl_exit(OCL_EXIT_SKIP, "--window: GLFW has no " #name);
    GLFW_FUNCTIONS(FIND)
    return &api;
}

void view_prepare(void)
{
    if (!glfw()->glfwInit()) ocl_exit(OCL_EXIT_SKIP, "--window: GLFW finds no display");
}

const char *const *view_vulkan_extensions(uint32_t *count)
{
    view_prepare();
    const char *const *names = NULL;
    if (glfw()->glfwVulkanSupported()) names = glfw()->glfwGetRequiredInstanceExtensions(count);
    if (!names) ocl_exit(OCL_EXIT_SKIP, "--window: Vulkan cannot show images here");
    return names;
}

// For the title.
typedef struct {
    const char *title;
    double since;     // when frames were last counted, by ocl_wall_ns
    size_t frames;    // shown since then
} counter;

GLFWwindow *view_open(view_kind kind, const char *title, const size_t extents[2])
{
    if (kind == VIEW_OPENGL) {
        glfw()->glfwWindowHint(GLFW_CONTEXT_CREATION_API, GLFW_EGL_CONTEXT_API);
        glfw()->glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
        glfw()->glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
        glfw()->glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    } else if (kind == VIEW_VULKAN) {
        glfw()->glfwWindowHint(GLFW_CLIENT_API, GLFW_NO_API);
    }
    GLFWwindow *window =
        glfw()->glfwCreateWindow((int)extents[0], (int)extents[1], title, NULL, NULL);
    if (!window)
        ocl_exit(OCL_EXIT_SKIP, "--window: GLFW opens no window%s",
                 kind == VIEW_OPENGL ? " with OpenGL 3.3 through EGL" : "");
    counter *c = ocl_alloc(sizeof *c);
    *c = (counter){ title, ocl_wall_ns(), 0 };
    glfw()->glfwSetWindowUserPointer(window, c);
    return window;
}

void view_close(GLFWwindow *window)
{
    free(glfw()->glfwGetWindowUserPointer(window));
    glfw()->glfwDestroyWindow(window);
    glfw()->glfwTerminate();
}

static void count_frame(GLFWwindow *window)
{
    counter *c = glfw()->glfwGetWindowUserPointer(window);
    const double now = ocl_wall_ns(), seconds = (now - c->since) / 1e9;
    char title[100];
    c->frames++;
    if (seconds < 0.5) return;
    snprintf(title, sizeof title, "%s: %.0f frames per second", c->title,
             (double)c->frames / seconds);
    glfw()->glfwSetWindowTitle(window, title);
    c->since = now;
    c->frames = 0;
}

bool view_goes_on(GLFWwindow *window)
{
    glfw()->glfwPollEvents();
    count_frame(window);
    return !glfw()->glfwWindowShouldClose(window) &&
           glfw()->glfwGetKey(window, GLFW_KEY_ESCAPE) != GLFW_PRESS;
}

#endif
