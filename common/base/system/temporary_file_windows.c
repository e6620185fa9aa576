// SPDX-License-Identifier: MIT

#include "system/temporary_file.h"

#include "system/last_error.h"

#include <windows.h>

// Not tmpfile(): that of older C libraries writes into the root of the drive, where only an
// administrator may.
FILE *ocl_temporary_file(void)
{
    char folder[MAX_PATH + 1], name[MAX_PATH + 1];
    if (!GetTempPathA(sizeof folder, folder) || !GetTempFileNameA(folder, "ocl", 0, name)) {
        ocl_errno_of_last_error();
        return NULL;
    }
    return fopen(name, "w+bTD");    // T: kept in memory if it can be; D: deleted when it is closed
}
