// SPDX-License-Identifier: MIT

#include "system/folder_use.h"

#include <windows.h>

bool ocl_get_folder_use(const char *path, ocl_folder_use *use)
{
    ULARGE_INTEGER bytes;
    if (!GetDiskFreeSpaceExA(path, &bytes, NULL, NULL)) return false;
    *use = (ocl_folder_use){ .free_bytes = (double)bytes.QuadPart };
    return true;
}
