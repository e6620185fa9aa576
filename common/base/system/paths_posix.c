// SPDX-License-Identifier: MIT

#define _XOPEN_SOURCE 700

#include "system/paths.h"

#include "system/memory.h"

#include <stdlib.h>

#ifdef __APPLE__
#include <mach-o/dyld.h>    // _NSGetExecutablePath
#endif

char *ocl_executable_path(void)
{
#ifdef __APPLE__
    uint32_t room = 0;
    _NSGetExecutablePath(NULL, &room);    // only to set the room
    char *given = ocl_alloc(room + 1);
    char *path = _NSGetExecutablePath(given, &room) == 0 ? realpath(given, NULL) : NULL;
    free(given);
#else
    // Linux, FreeBSD and NetBSD show it as a link under /proc.
    static const char *const links[] = { "/proc/self/exe", "/proc/curproc/file",
                                         "/proc/curproc/exe" };
    char *path = NULL;
    for (size_t i = 0; !path && i < sizeof links / sizeof links[0]; i++)
        path = realpath(links[i], NULL);
#endif
    return path;
}

char *ocl_user_cache(void)
{
    const char *xdg = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");
    if (xdg && *xdg == '/') return ocl_join_path(xdg, "opencl-samples");    // else it is invalid
    if (home && *home) return ocl_join_path(home, ".cache/opencl-samples");
    return NULL;
}
