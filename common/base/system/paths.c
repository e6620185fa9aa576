// SPDX-License-Identifier: MIT

#include "system/paths.h"

#include "system/memory.h"

#include <stdio.h>
#include <string.h>

char *ocl_join_path(const char *first, const char *second)
{
    size_t bytes = strlen(first) + 1 + strlen(second) + 1;
    char *path = ocl_alloc(bytes);
    snprintf(path, bytes, "%s/%s", first, second);
    return path;
}

char *ocl_folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    const size_t length = slash ? (size_t)(slash - path) : 1;
    char *folder = ocl_alloc(length + 2);
    snprintf(folder, length + 2, "%.*s", (int)length, slash ? path : ".");
    if (slash == path) strcpy(folder, "/");
    return folder;
}
