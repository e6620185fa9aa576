// SPDX-License-Identifier: MIT

#include "external.h"

#define DEFINE(type, name) type name;
GL_MEMORY_FUNCTIONS(DEFINE)
GL_SEMAPHORE_FUNCTIONS(DEFINE)

void gl_load_external(void)
{
#define FIND(type, name) name = (type)eglGetProcAddress(#name);
    if (gl_has_extension("GL_EXT_memory_object_fd")) {
        GL_MEMORY_FUNCTIONS(FIND)
    }
    if (gl_has_extension("GL_EXT_semaphore_fd")) {
        GL_SEMAPHORE_FUNCTIONS(FIND)
    }
}
