// SPDX-License-Identifier: MIT
//
// glfw - the library of windows, loaded when a window is asked for.

#ifndef CH10_GLFW_H
#define CH10_GLFW_H

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "system/library.h"

// What each function gives, its name, and what it takes.
#define GLFW_FUNCTIONS(FUNCTION)                                             \
    FUNCTION(GLFWwindow *, glfwCreateWindow,                                 \
             (int, int, const char *, GLFWmonitor *, GLFWwindow *))          \
    FUNCTION(void, glfwDestroyWindow, (GLFWwindow *))                        \
    FUNCTION(void, glfwGetFramebufferSize, (GLFWwindow *, int *, int *))     \
    FUNCTION(int, glfwGetKey, (GLFWwindow *, int))                           \
    FUNCTION(ocl_function, glfwGetProcAddress, (const char *))               \
    FUNCTION(const char **, glfwGetRequiredInstanceExtensions, (uint32_t *)) \
    FUNCTION(void *, glfwGetWindowUserPointer, (GLFWwindow *))               \
    FUNCTION(int, glfwInit, (void))                                          \
    FUNCTION(void, glfwMakeContextCurrent, (GLFWwindow *))                   \
    FUNCTION(void, glfwPollEvents, (void))                                   \
    FUNCTION(void, glfwSetWindowTitle, (GLFWwindow *, const char *))         \
    FUNCTION(void, glfwSetWindowUserPointer, (GLFWwindow *, void *))         \
    FUNCTION(void, glfwSwapBuffers, (GLFWwindow *))                          \
    FUNCTION(void, glfwSwapInterval, (int))                                  \
    FUNCTION(void, glfwTerminate, (void))                                    \
    FUNCTION(int, glfwVulkanSupported, (void))                               \
    FUNCTION(void, glfwWindowHint, (int, int))                               \
    FUNCTION(int, glfwWindowShouldClose, (GLFWwindow *))

typedef struct {
#define POINTER(type, name, parameters) type(*name) parameters;
    GLFW_FUNCTIONS(POINTER)
#undef POINTER
} glfw_api;

// Another function of the library; NULL when there is none.
ocl_function glfw_function(const char *name);

// Call them as glfw()->glfwInit().  The first call loads the library, and ends the program with
// OCL_EXIT_SKIP where it is missing.
const glfw_api *glfw(void);

#endif
