// SPDX-License-Identifier: MIT

#include "system/write_file.h"

#include "system/files.h"
#include "system/memory.h"
#include "system/paths.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

static const struct {
    DWORD code;
    int number;
} KNOWN[] = {
    { ERROR_FILE_NOT_FOUND, ENOENT },
    { ERROR_PATH_NOT_FOUND, ENOENT },
    { ERROR_INVALID_NAME, ENOENT },
    { ERROR_INVALID_DRIVE, ENOENT },
    { ERROR_BAD_NETPATH, ENOENT },
    { ERROR_DIRECTORY, ENOTDIR },
    { ERROR_ACCESS_DENIED, EACCES },
    { ERROR_SHARING_VIOLATION, EACCES },
    { ERROR_LOCK_VIOLATION, EACCES },
    { ERROR_USER_MAPPED_FILE, EACCES },
    { ERROR_WRITE_PROTECT, EROFS },
    { ERROR_FILE_EXISTS, EEXIST },
    { ERROR_ALREADY_EXISTS, EEXIST },
    { ERROR_DISK_FULL, ENOSPC },
    { ERROR_HANDLE_DISK_FULL, ENOSPC },
    { ERROR_NOT_SAME_DEVICE, EXDEV },
    { ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG },
    { ERROR_NOT_ENOUGH_MEMORY, ENOMEM },
    { ERROR_UNABLE_TO_REMOVE_REPLACED, EACCES },
};

// Sets errno to what comes closest to GetLastError().
static void set_errno(void)
{
    const DWORD code = GetLastError();
    errno = EIO;
    for (size_t i = 0; i < sizeof KNOWN / sizeof KNOWN[0]; i++)
        if (KNOWN[i].code == code) errno = KNOWN[i].number;
}

// Not tmpfile(): that of older C libraries writes into the root of the drive, where only an
// administrator may.
FILE *ocl_temporary_file(void)
{
    char folder[MAX_PATH + 1], name[MAX_PATH + 1];
    if (!GetTempPathA(sizeof folder, folder) || !GetTempFileNameA(folder, "ocl", 0, name)) {
        set_errno();
        return NULL;
    }
    return fopen(name, "w+bTD");    // T: kept in memory if it can be; D: deleted when it is closed
}

// Temporary files have names that begin like this.  The others: how many names are tried, the
// length of such a name at most, and how many bytes are written at once.
static const char TEMPORARY[] = ".opencl-samples-";
enum { MAX_TEMPORARY = 100, MAX_ADDED = 80, MAX_WRITTEN = 1 << 28 };

static bool write_all(HANDLE file, const unsigned char *data, size_t bytes)
{
    while (bytes > 0) {
        DWORD written, wanted = bytes < MAX_WRITTEN ? (DWORD)bytes : MAX_WRITTEN;
        if (!WriteFile(file, data, wanted, &written, NULL)) return false;
        data += written;
        bytes -= written;
    }
    return true;
}

// The one that is being written: Ctrl-C, and a window that is closed, remove it.  Programs write
// their files in one thread; Windows calls the handler on another, which ends the program some time
// after the handler.  Under the lock files come and go; the handler keeps it, so that none comes
// after it, and none is half put in place.
static char *temporary_file;
static SRWLOCK files_change = SRWLOCK_INIT;

static BOOL WINAPI remove_temporary(DWORD event)
{
    (void)event;
    AcquireSRWLockExclusive(&files_change);
    if (temporary_file) DeleteFileA(temporary_file);    // at the latest when the program ends
    return FALSE;                                       // the next handler ends it
}

// A new file in the folder; `name` gets its path, which is short even if the file's own name is
// long.  INVALID_HANDLE_VALUE when it cannot be made.  Others may delete it, so that the handler
// can.
static HANDLE open_temporary(char *name, size_t room, const char *folder)
{
    // Paths of links that were followed begin with \\?\: there a slash separates nothing.
    const char *separator = strchr("/\\", folder[strlen(folder) - 1]) ? "" : "\\";
    HANDLE file = INVALID_HANDLE_VALUE;
    for (unsigned i = 0; i < MAX_TEMPORARY; i++) {
        snprintf(name, room, "%s%s%s%lu-%u", folder, separator, TEMPORARY, GetCurrentProcessId(),
                 i);
        file = CreateFileA(name, GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_DELETE, NULL,
                           CREATE_NEW, FILE_ATTRIBUTE_NORMAL, NULL);
        if (file != INVALID_HANDLE_VALUE || GetLastError() != ERROR_FILE_EXISTS) break;
    }
    return file;
}

// An old file that is replaced passes on who may read and write it.
static bool put_in_place(const char *name, const char *path, ocl_mode mode)
{
    const DWORD flags = REPLACEFILE_IGNORE_MERGE_ERRORS;
    if (mode.exact && ReplaceFileA(path, name, NULL, flags, NULL, NULL)) return true;
    return MoveFileExA(name, path, MOVEFILE_REPLACE_EXISTING);
}

bool ocl_replace_file(const char *path, ocl_mode mode, ocl_blob content)
{
    char *folder = ocl_folder_of(path);
    const size_t room = strlen(folder) + MAX_ADDED;
    char *name = ocl_alloc(room);
    static bool is_handled;
    if (!is_handled) is_handled = SetConsoleCtrlHandler(remove_temporary, TRUE);
    AcquireSRWLockExclusive(&files_change);
    const HANDLE file = open_temporary(name, room, folder);
    const bool opened = file != INVALID_HANDLE_VALUE;
    if (opened) temporary_file = name;
    ReleaseSRWLockExclusive(&files_change);
    bool ok = opened && write_all(file, content.data, content.bytes);
    if (!ok) set_errno();
    if (opened) CloseHandle(file);
    AcquireSRWLockExclusive(&files_change);
    if (ok && !put_in_place(name, path, mode)) {
        ok = false;
        set_errno();
    }
    const int error = errno;
    if (!ok && opened) DeleteFileA(name);
    temporary_file = NULL;
    ReleaseSRWLockExclusive(&files_change);
    free(name);
    free(folder);
    errno = error;
    return ok;
}

enum { SHARED = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE };

// Whether something may be opened so; else errno says why not.  Nothing is changed.
static bool can_open(const char *path, DWORD access)
{
    const HANDLE file = CreateFileA(path, access, SHARED, NULL, OPEN_EXISTING,
                                    FILE_FLAG_BACKUP_SEMANTICS, NULL);    // folders, too
    if (file == INVALID_HANDLE_VALUE) {
        set_errno();
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
        set_errno();
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
