// SPDX-License-Identifier: MIT

#define _GNU_SOURCE    // ST_NOEXEC

#include "system/folder_use.h"

#include <sys/statvfs.h>
#include <unistd.h>

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
