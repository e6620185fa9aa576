// SPDX-License-Identifier: MIT

#define _XOPEN_SOURCE 700

#include "system/file_kind.h"

#include <sys/stat.h>
#include <unistd.h>

bool ocl_is_readable_file(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, R_OK) == 0;
}

bool ocl_is_there(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0;
}

bool ocl_is_folder(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}
