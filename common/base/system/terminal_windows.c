// SPDX-License-Identifier: MIT

#include "system/terminal.h"

#include <io.h>
#include <stdio.h>
#include <windows.h>

// _isatty takes the device NUL for a terminal.
bool ocl_on_terminal(void)
{
    DWORD mode;
    return GetConsoleMode((HANDLE)_get_osfhandle(_fileno(stderr)), &mode);
}
