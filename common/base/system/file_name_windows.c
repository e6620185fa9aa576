// SPDX-License-Identifier: MIT

#include "system/file_name.h"

const char *ocl_file_name(const char *path)
{
    const char *name = path;
    for (const char *at = path; *at; at++)
        if (*at == '/' || *at == '\\') name = at + 1;
    return name;
}
