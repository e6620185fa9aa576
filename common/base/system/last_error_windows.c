// SPDX-License-Identifier: MIT

#include "system/last_error.h"

#include <errno.h>
#include <stddef.h>
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

void ocl_errno_of_last_error(void)
{
    const DWORD code = GetLastError();
    errno = EIO;
    for (size_t i = 0; i < sizeof KNOWN / sizeof KNOWN[0]; i++)
        if (KNOWN[i].code == code) errno = KNOWN[i].number;
}
