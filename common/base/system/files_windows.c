// SPDX-License-Identifier: MIT

#include "system/files.h"

#include <windows.h>

const char *ocl_file_name(const char *path)
{
    const char *name = path;
    for (const char *at = path; *at; at++)
        if (*at == '/' || *at == '\\') name = at + 1;
    return name;
}

enum { SHARED = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE };

bool ocl_is_readable_file(const char *path)
{
    const HANDLE file =
        CreateFileA(path, GENERIC_READ, SHARED, NULL, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, NULL);
    if (file == INVALID_HANDLE_VALUE) return false;    // so for a folder, too
    const bool regular = GetFileType(file) == FILE_TYPE_DISK;
    CloseHandle(file);
    return regular;
}

bool ocl_is_there(const char *path)
{
    return GetFileAttributesA(path) != INVALID_FILE_ATTRIBUTES;
}

bool ocl_is_folder(const char *path)
{
    const DWORD attributes = GetFileAttributesA(path);
    return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY);
}

bool ocl_get_folder_use(const char *path, ocl_folder_use *use)
{
    ULARGE_INTEGER bytes;
    if (!GetDiskFreeSpaceExA(path, &bytes, NULL, NULL)) return false;
    *use = (ocl_folder_use){ .free_bytes = (double)bytes.QuadPart };
    return true;
}
