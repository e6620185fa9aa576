// SPDX-License-Identifier: MIT

#include "system/paths.h"

#include "system/memory.h"

#include <stdlib.h>
#include <windows.h>

char *ocl_executable_path(void)
{
    enum { ROOM = 32768 };    // no path is longer
    char *path = ocl_alloc(ROOM);
    const DWORD length = GetModuleFileNameA(NULL, path, ROOM);
    if (length == 0 || length >= ROOM) {
        free(path);
        return NULL;
    }
    // Kernels and compilers get paths made from this one: slashes need no quoting there.
    for (char *at = path; *at; at++)
        if (*at == '\\') *at = '/';
    return path;
}

char *ocl_user_cache(void)
{
    const char *local = getenv("LOCALAPPDATA");
    return local && *local ? ocl_join_path(local, "opencl-samples/cache") : NULL;
}
