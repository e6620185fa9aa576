// SPDX-License-Identifier: MIT

#include "system/streams.h"

#include "errors.h"
#include "system/memory.h"
#include "system/write_file.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

// _isatty takes the device NUL for a terminal.
bool ocl_on_terminal(void)
{
    DWORD mode;
    return GetConsoleMode((HANDLE)_get_osfhandle(_fileno(stderr)), &mode);
}

struct ocl_capture {
    int kept;      // the standard output from before
    FILE *file;    // where it leads now
};

// Libraries with a C library of their own see the change only if they look for the standard output
// anew.
ocl_capture *ocl_capture_begin(void)
{
    ocl_capture *capture = ocl_alloc(sizeof *capture);
    fflush(stdout);
    capture->file = ocl_temporary_file();
    capture->kept = capture->file ? _dup(_fileno(stdout)) : -1;
    if (capture->kept < 0 || _dup2(_fileno(capture->file), _fileno(stdout)) < 0)
        ocl_exit(OCL_EXIT_USAGE, "standard output cannot be captured: %s", strerror(errno));
    return capture;
}

size_t ocl_capture_bytes(const ocl_capture *capture)
{
    fflush(stdout);
    const long long bytes = _filelengthi64(_fileno(capture->file));
    return bytes > 0 ? (size_t)bytes : 0;
}

char *ocl_capture_end(ocl_capture *capture, size_t *bytes)
{
    const size_t arrived = ocl_capture_bytes(capture);
    _dup2(capture->kept, _fileno(stdout));
    _close(capture->kept);
    char *text = ocl_alloc(arrived + 1);
    rewind(capture->file);
    *bytes = fread(text, 1, arrived, capture->file);
    text[*bytes] = '\0';
    fclose(capture->file);
    free(capture);
    return text;
}
