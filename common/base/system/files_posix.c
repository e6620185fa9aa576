// SPDX-License-Identifier: MIT

#define _GNU_SOURCE    // ST_NOEXEC

#include "system/files.h"

#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

const char *ocl_file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

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

bool ocl_get_folder_use(const char *path, ocl_folder_use *use)
{
    struct statvfs state;
    if (statvfs(path, &state) != 0 || state.f_blocks == 0) return false;
    const double blocks = (double)(geteuid() == 0 ? state.f_bfree : state.f_bavail);
    *use = (ocl_folder_use){ .free_bytes = blocks * (double)state.f_frsize };
#ifdef ST_NOEXEC
    use->no_programs = state.f_flag & ST_NOEXEC;
#endif
    return true;
}
