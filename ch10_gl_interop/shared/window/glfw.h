// SPDX-License-Identifier: MIT
//
// glfw - the library of windows, loaded when a window is asked for.

#ifndef CH10_GLFW_H
#define CH10_GLFW_H

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "system/library.h"

#define GLFW_FUNCTIONS(FUNCTION)                \
    FUNCTION(glfwCreateWindow)                  \
    FUNCTION(glfwDestroyWindow)                 \
    FUNCTION(glfwGetFramebufferSize)            \
    FUNCTION(glfwGetKey)                        \
    FUNCTION(glfwGetRequiredInstanceExtensions) \
    FUNCTION(glfwGetWindowUserPointer)          \
    FUNCTION(glfwInit)                          \
    FUNCTION(glfwMakeContextCurrent)            \
    FUNCTION(glfwPollEvents)                    \
    FUNCTION(glfwSetWindowTitle)                \
    FUNCTION(glfwSetWindowUserPointer)          \
    FUNCTION(glfwSwapBuffers)                   \
    FUNCTION(glfwSwapInterval)                  \
    FUNCTION(glfwTerminate)                     \
    FUNCTION(glfwVulkanSupported)               \
    FUNCTION(glfwWindowHint)                    \
    FUNCTION(glfwWindowShouldClose)

typedef struct {
#define POINTER(name) __typeof__(name) *name;
    GLFW_FUNCTIONS(POINTER)
#undef POINTER
} glfw_api;

// Another function of the library; NULL when there is none.
ocl_function glfw_function(const char *name);

// Call them as glfw()->glfwInit().  The first call loads the library, and ends the program with
// OCL_EXIT_SKIP where it is missing.
const glfw_api *glfw(void);

#endif
