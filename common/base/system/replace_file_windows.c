// SPDX-License-Identifier: MIT

#include "system/replace_file.h"

#include "system/last_error.h"
#include "system/memory.h"
#include "system/paths.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

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
    if (!ok) ocl_errno_of_last_error();
    if (opened) CloseHandle(file);
    AcquireSRWLockExclusive(&files_change);
    if (ok && !put_in_place(name, path, mode)) {
        ok = false;
        ocl_errno_of_last_error();
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
