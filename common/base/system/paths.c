// SPDX-License-Identifier: MIT

#include "system/paths.h"

#include "system/files.h"
#include "system/memory.h"

#include <stdbool.h>
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
    const size_t before = (size_t)(ocl_file_name(path) - path);    // with the separator
    const bool keeps_separator = before == 1 || (before > 1 && path[before - 2] == ':');    // C:/
    const size_t length = keeps_separator || before == 0 ? before : before - 1;
    char *folder = ocl_alloc(length + 2);
    snprintf(folder, length + 2, "%.*s", (int)length, path);
    if (before == 0) strcpy(folder, ".");
    return folder;
}
