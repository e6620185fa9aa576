// SPDX-License-Identifier: MIT
//
// Preloaded, it hides a library from a program, as if it was not installed:
//
//     LD_PRELOAD=.../libhide_library.so OCL_TEST_HIDDEN=libEGL.so.1 PROGRAM

#define _GNU_SOURCE

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

void *dlopen(const char *name, int mode)
{
    const char *hidden = getenv("OCL_TEST_HIDDEN");
    if (name && hidden && strcmp(name, hidden) == 0) return NULL;
    void *address = dlsym(RTLD_NEXT, "dlopen");
    void *(*next)(const char *, int);
    memcpy(&next, &address, sizeof next);
    return next(name, mode);
}
