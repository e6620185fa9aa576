// SPDX-License-Identifier: MIT

#include "functions.h"

#include "ocl.h"
#include "system/library.h"

#define DEFINE(type, name) type name;
EGL_FUNCTIONS(DEFINE)
GL_FUNCTIONS(DEFINE)

static void *require(const char *file, const char *package)
{
    void *library = ocl_library(file);
    if (!library) ocl_exit(OCL_EXIT_SKIP, "%s is missing: install %s", file, package);
    return library;
}

static ocl_function find(void *library, const char *name)
{
    const ocl_function function = ocl_library_function(library, name);
    if (!function) ocl_exit(OCL_EXIT_SKIP, "there is no function %s: OpenGL is too old", name);
    return function;
}

void gl_load_functions(void)
{
    void *egl = require("libEGL.so.1", "libegl1");
    void *gl = require("libOpenGL.so.0", "libopengl0");
#define FIND_EGL(type, name) name = (type)find(egl, #name);
#define FIND_GL(type, name)  name = (type)find(gl, #name);
    EGL_FUNCTIONS(FIND_EGL)
    GL_FUNCTIONS(FIND_GL)
}
