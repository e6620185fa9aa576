// SPDX-License-Identifier: MIT

#include "system/own_files.h"

#include "system/file_kind.h"
#include "system/paths.h"
#include "system/read_file.h"

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

char *ocl_user_cache(void)
{
    const char *local = getenv("LOCALAPPDATA");
    return local && *local ? ocl_join_path(local, "opencl-samples/cache") : NULL;
}
