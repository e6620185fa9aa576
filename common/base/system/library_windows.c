// SPDX-License-Identifier: MIT

#include "system/library.h"

#include <windows.h>

void *ocl_library(const char *name)
{
    return LoadLibraryA(name);
}

ocl_function ocl_library_function(void *library, const char *name)
{
    return (ocl_function)GetProcAddress(library, name);
}
