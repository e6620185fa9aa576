// SPDX-License-Identifier: MIT

#include "system/write_file.h"

#include "system/file_kind.h"
#include "system/last_error.h"
#include "system/memory.h"
#include "system/paths.h"
#include "system/replace_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

enum { SHARED = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE };

// Whether something may be opened so; else errno says why not.  Nothing is changed.
static bool can_open(const char *path, DWORD access)
{
    const HANDLE file = CreateFileA(path, access, SHARED, NULL, OPEN_EXISTING,
                                    FILE_FLAG_BACKUP_SEMANTICS, NULL);    // folders, too
    if (file == INVALID_HANDLE_VALUE) {
        ocl_errno_of_last_error();
        return false;
    }
    CloseHandle(file);
    return true;
}

static bool is_there(const char *path)
{
    return GetFileAttributesA(path) != INVALID_FILE_ATTRIBUTES;
}

bool ocl_can_write_file(const char *path, ocl_message *why)
{
    if (ocl_is_folder(path)) return ocl_refuse(why, "%s: cannot write: it is a folder", path);
    if (is_there(path))
        return can_open(path, GENERIC_WRITE) ||
               ocl_refuse(why, "%s: cannot write: %s", path, strerror(errno));
    char *folder = ocl_folder_of(path);
    const bool ok = can_open(folder, FILE_ADD_FILE);
    const int error = errno;
    free(folder);
    return ok || ocl_refuse(why, "%s: cannot write: its folder: %s", path, strerror(error));
}

// For a device or a pipe, such as CON, and where no other file can take the file's place.
static bool write_in_place(const char *path, const void *data, size_t bytes, ocl_message *why)
{
    FILE *stream = fopen(path, "wb");
    if (!stream) return ocl_refuse(why, "%s: cannot write: %s", path, strerror(errno));
    bool ok = fwrite(data, 1, bytes, stream) == bytes;
    ok = fclose(stream) == 0 && ok;
    return ok || ocl_refuse(why, "%s: cannot write: %s", path, strerror(errno));
}

// The path of the file that a writable file is, links followed, malloc'ed.  NULL, with the reason
// in errno: 0 for what is no file, such as a device.
static char *file_behind(const char *path)
{
    enum { ROOM = 32768 };    // no path is longer
    const HANDLE file =
        CreateFileA(path, GENERIC_WRITE, SHARED, NULL, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, NULL);
    if (file == INVALID_HANDLE_VALUE) {
        ocl_errno_of_last_error();
        return NULL;
    }
    char *target = ocl_alloc(ROOM);
    const DWORD length = GetFileType(file) == FILE_TYPE_DISK
                             ? GetFinalPathNameByHandleA(file, target, ROOM, VOLUME_NAME_DOS)
                             : 0;
    CloseHandle(file);
    if (length > 0 && length < ROOM) return target;
    free(target);
    errno = 0;
    return NULL;
}

// Whether a file that is there can only be written in place: its folder takes no new file, or
// another program has it open.
static bool must_stay(int error)
{
    return error == EACCES || error == EROFS || error == EXDEV;
}

bool ocl_write_file(const char *path, const void *data, size_t bytes, ocl_message *why)
{
    if (ocl_is_folder(path)) return ocl_refuse(why, "%s: cannot write: it is a folder", path);
    const bool exists = is_there(path);
    char *target = exists ? file_behind(path) : NULL;
    if (exists && !target && errno != 0 && errno != ENOENT)    // ENOENT: a link that leads nowhere
        return ocl_refuse(why, "%s: cannot write: %s", path, strerror(errno));
    if (exists && !target) return write_in_place(path, data, bytes, why);

    const bool ok = ocl_replace_file(target ? target : path, (ocl_mode){ .exact = exists },
                                     (ocl_blob){ data, bytes });
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
        if ((*at != '/' && *at != '\\') || at == part) continue;
        const char separator = *at;
        *at = '\0';
        CreateDirectoryA(part, NULL);    // an error shows again at the last part
        *at = separator;
    }
    free(part);
    CreateDirectoryA(path, NULL);
    return ocl_is_folder(path);
}
