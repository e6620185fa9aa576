// SPDX-License-Identifier: MIT
//
// external - the functions of OpenGL that take memory and semaphores of another API, by name.
//
// They belong to the extensions GL_EXT_memory_object, GL_EXT_memory_object_fd, GL_EXT_semaphore and
// GL_EXT_semaphore_fd.  As in functions.h each name is a pointer, and is called like a function.

#ifndef CH10_OPENGL_EXTERNAL_H
#define CH10_OPENGL_EXTERNAL_H

#include "gl.h"

#define GL_MEMORY_FUNCTIONS(FUNCTION)                                           \
    FUNCTION(PFNGLBUFFERSTORAGEMEMEXTPROC, glBufferStorageMemEXT)               \
    FUNCTION(PFNGLCREATEMEMORYOBJECTSEXTPROC, glCreateMemoryObjectsEXT)         \
    FUNCTION(PFNGLDELETEMEMORYOBJECTSEXTPROC, glDeleteMemoryObjectsEXT)         \
    FUNCTION(PFNGLMEMORYOBJECTPARAMETERIVEXTPROC, glMemoryObjectParameterivEXT) \
    FUNCTION(PFNGLIMPORTMEMORYFDEXTPROC, glImportMemoryFdEXT)

#define GL_SEMAPHORE_FUNCTIONS(FUNCTION)                            \
    FUNCTION(PFNGLDELETESEMAPHORESEXTPROC, glDeleteSemaphoresEXT)   \
    FUNCTION(PFNGLGENSEMAPHORESEXTPROC, glGenSemaphoresEXT)         \
    FUNCTION(PFNGLIMPORTSEMAPHOREFDEXTPROC, glImportSemaphoreFdEXT) \
    FUNCTION(PFNGLSIGNALSEMAPHOREEXTPROC, glSignalSemaphoreEXT)     \
    FUNCTION(PFNGLWAITSEMAPHOREEXTPROC, glWaitSemaphoreEXT)

#define DECLARE(type, name) extern type name;
GL_MEMORY_FUNCTIONS(DECLARE)
GL_SEMAPHORE_FUNCTIONS(DECLARE)
#undef DECLARE

// Finds those whose extensions the current context has.  The others are NULL.
void gl_load_external(void);

#endif
