// SPDX-License-Identifier: MIT

#include "system/read_file.h"

#include "system/files.h"

#include <stdlib.h>

bool ocl_owners_are_known(void)
{
    return false;
}

bool ocl_read_own_file(const char *path, unsigned char **data, size_t *bytes)
{
    ocl_message ignored;
    return ocl_is_readable_file(path) && ocl_read_file(path, data, bytes, &ignored);
}
