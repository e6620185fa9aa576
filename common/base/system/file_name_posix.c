// SPDX-License-Identifier: MIT

#include "system/file_name.h"

#include <string.h>

const char *ocl_file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}
