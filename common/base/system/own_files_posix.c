// SPDX-License-Identifier: MIT

#define _XOPEN_SOURCE 700

#include "system/own_files.h"

#include "system/paths.h"
#include "system/read_file.h"
#include "system/replace_file.h"
#include "system/write_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Whether it belongs to the user who runs the program, and no other user may write to it.
static bool is_own(const struct stat *status)
{
    return status->st_uid == geteuid() && (status->st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

bool ocl_read_own_file(const char *path, unsigned char **data, size_t *bytes)
{
    const int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);    // a FIFO must not block
    if (file < 0) return false;
    struct stat status;
    FILE *stream = NULL;
    if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && is_own(&status))
        stream = fdopen(file, "rb");
    if (!stream) {
        close(file);
        return false;
    }
    const bool ok = ocl_read_stream(stream, data, bytes);
    fclose(stream);
    return ok;
}

bool ocl_write_own_file(const char *path, const void *data, size_t bytes)
{
    return ocl_replace_file(path, (ocl_mode){ .bits = 0600 }, (ocl_blob){ data, bytes });
}

bool ocl_make_own_folder(const char *path, ocl_message *why)
{
    char *parent = ocl_folder_of(path);
    ocl_make_folder(parent);    // what fails here fails again below
    free(parent);
    struct stat status;
    if (mkdir(path, 0700) != 0 && stat(path, &status) != 0)
        return ocl_refuse(why, "%s: cannot make the folder: %s", path, strerror(errno));
    if (stat(path, &status) != 0 || !S_ISDIR(status.st_mode))
        return ocl_refuse(why, "%s: it is no folder", path);
    if (status.st_uid != geteuid()) return ocl_refuse(why, "%s: it belongs to another user", path);
    if (!is_own(&status))
        return ocl_refuse(why, "%s: other users may write to it (chmod go-w changes that)", path);
    ocl_clear_temporary_files(path);
    return true;
}

char *ocl_user_cache(void)
{
    const char *xdg = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");
    if (xdg && *xdg == '/') return ocl_join_path(xdg, "opencl-samples");    // else it is invalid
    if (home && *home) return ocl_join_path(home, ".cache/opencl-samples");
    return NULL;
}
