// SPDX-License-Identifier: MIT

#define _XOPEN_SOURCE 700

#include "system/write_file.h"

#include "system/file_kind.h"
#include "system/memory.h"
#include "system/paths.h"
#include "system/replace_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool ocl_can_write_file(const char *path, ocl_message *why)
{
    struct stat status;
    if (stat(path, &status) == 0) {
        if (S_ISDIR(status.st_mode))
            return ocl_refuse(why, "%s: cannot write: it is a folder", path);
        return access(path, W_OK) == 0 ||
               ocl_refuse(why, "%s: cannot write: %s", path, strerror(errno));
    }
    char *folder = ocl_folder_of(path);
    const bool ok = access(folder, W_OK | X_OK) == 0;
    const int error = errno;
    free(folder);
    return ok || ocl_refuse(why, "%s: cannot write: its folder: %s", path, strerror(error));
}

// For a device or a pipe, such as /dev/stdout, and where no other file can take the file's place.
static bool write_in_place(const char *path, const void *data, size_t bytes, ocl_message *why)
{
    FILE *stream = fopen(path, "wb");
    if (!stream) return ocl_refuse(why, "%s: cannot write: %s", path, strerror(errno));
    bool ok = fwrite(data, 1, bytes, stream) == bytes;
    ok = fclose(stream) == 0 && ok;
    return ok || ocl_refuse(why, "%s: cannot write: %s", path, strerror(errno));
}

// Whether a file that is there can only be written in place: its folder takes no new file, or the
// file is mounted.
static bool must_stay(int error)
{
    return error == EACCES || error == EPERM || error == EROFS || error == EBUSY || error == EXDEV;
}

bool ocl_write_file(const char *path, const void *data, size_t bytes, ocl_message *why)
{
    struct stat status, link;
    const bool exists = stat(path, &status) == 0;
    if (exists && S_ISDIR(status.st_mode))
        return ocl_refuse(why, "%s: cannot write: it is a folder", path);
    if (exists && access(path, W_OK) != 0)    // though its folder might take a new one
        return ocl_refuse(why, "%s: cannot write: %s", path, strerror(errno));
    // A link stays; the file that it points to is replaced, or made.
    char *target = exists && S_ISREG(status.st_mode) ? realpath(path, NULL) : NULL;
    const bool dangling = !exists && lstat(path, &link) == 0;
    if (dangling || (exists && !target)) return write_in_place(path, data, bytes, why);

    const ocl_mode mode = { .bits = exists ? status.st_mode & 0777 : 0666, .exact = exists };
    const bool ok = ocl_replace_file(target ? target : path, mode, (ocl_blob){ data, bytes });
    const int error = errno;
    free(target);
    if (!ok && exists && must_stay(error)) return write_in_place(path, data, bytes, why);
    return ok || ocl_refuse(why, "%s: cannot write: %s", path, strerror(error));
}

bool ocl_make_folder(const char *path)
{
    size_t bytes = strlen(path) + 1;
    char *part = ocl_alloc(bytes);
    memcpy(part, path, bytes);
    for (char *at = part; *at; at++) {
        if (*at != '/' || at == part) continue;
        *at = '\0';
        mkdir(part, 0777);    // an error shows again at the last part
        *at = '/';
    }
    free(part);
    mkdir(path, 0777);
    return ocl_is_folder(path);
}
