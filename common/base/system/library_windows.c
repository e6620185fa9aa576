// SPDX-License-Identifier: MIT

#include "system/library.h"

#include <stdio.h>
#include <windows.h>

void *ocl_library(const char *name)
{
    return LoadLibraryA(name);
}

ocl_function ocl_library_function(void *library, const char *name)
{
    return (ocl_function)GetProcAddress(library, name);
}

#define KEY "SOFTWARE\\Khronos\\OpenCL\\Vendors"

// Each value of the key has the path of a DLL as its name; 0 means that the loader is to load it.
// Newer drivers are registered at their hardware instead, and are not looked at here.
unsigned ocl_broken_drivers(ocl_broken_driver *broken, unsigned room)
{
    unsigned count = 0;
    HKEY key;
    if (RegOpenKeyExA(HKEY_LOCAL_MACHINE, KEY, 0, KEY_READ, &key) != ERROR_SUCCESS) return 0;
    for (DWORD i = 0;; i++) {
        char library[1024];
        DWORD length = sizeof library, off = 0, bytes = sizeof off, type;
        const LSTATUS status =
            RegEnumValueA(key, i, library, &length, NULL, &type, (BYTE *)&off, &bytes);
        if (status == ERROR_NO_MORE_ITEMS) break;
        if (status != ERROR_SUCCESS || type != REG_DWORD || off) continue;
        if (LoadLibraryExA(library, NULL, LOAD_WITH_ALTERED_SEARCH_PATH)) continue;
        if (count < room) {
            snprintf(broken[count].where, sizeof broken->where, "HKEY_LOCAL_MACHINE\\%s", KEY);
            snprintf(broken[count].why, sizeof broken->why, "%.400s: error %lu of LoadLibrary",
                     library, (unsigned long)GetLastError());
        }
        count++;
    }
    RegCloseKey(key);
    return count;
}
