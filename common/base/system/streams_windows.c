// SPDX-License-Identifier: MIT

#include "system/streams.h"

#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>

static UINT code_page;    // of the console before; it outlives the program

static void restore_code_page(void)
{
    SetConsoleOutputCP(code_page);
}

void ocl_prepare_streams(void)
{
    _setmode(_fileno(stdout), _O_BINARY);    // else each line feed becomes two bytes
    _setmode(_fileno(stderr), _O_BINARY);
    const UINT before = GetConsoleOutputCP();
    if (code_page || before == 0 || before == CP_UTF8) return;    // 0: there is no console
    code_page = before;
    if (SetConsoleOutputCP(CP_UTF8)) atexit(restore_code_page);
}
