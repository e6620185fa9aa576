// SPDX-License-Identifier: MIT

#define _XOPEN_SOURCE 700

#include "system/library.h"

#include <dlfcn.h>

void *ocl_library(const char *name)
{
    return dlopen(name, RTLD_NOW | RTLD_GLOBAL);
}

ocl_function ocl_library_function(void *library, const char *name)
{
    (void)library;    // one of all libraries that were loaded globally: preloaded ones come first
    void *address = dlsym(dlopen(0, RTLD_NOW), name);
    return *(ocl_function *)&address;    // POSIX makes it so; C has no such conversion
}
