// SPDX-License-Identifier: MIT

#include "system/process.h"

#include "system/memory.h"

#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

// Without a value the variable is gone: Windows knows no empty ones.
bool ocl_set_variable(const char *variable, const char *value)
{
    return _putenv_s(variable, value) == 0;
}

char ocl_list_separator(void)
{
    return ';';
}

// The path of a program of $PATH, malloc'ed; NULL when there is none.  Not in the folder where the
// user is: a program that lies there by chance is not meant.
static char *find_program(const char *name)
{
    const char *path = getenv("PATH");
    const DWORD room = path ? SearchPathA(path, name, ".exe", 0, NULL, NULL) : 0;
    if (room == 0) return NULL;
    char *found = ocl_alloc(room);
    if (SearchPathA(path, name, ".exe", room, found, NULL) < room) return found;
    free(found);
    return NULL;
}

bool ocl_has_program(const char *name)
{
    char *program = find_program(name);
    free(program);
    return program;
}

// A handle of the file that a child gets, too.
static HANDLE to_inherit(FILE *file)
{
    const HANDLE own = (HANDLE)_get_osfhandle(_fileno(file)), process = GetCurrentProcess();
    HANDLE copy = NULL;
    DuplicateHandle(process, own, process, &copy, 0, TRUE, DUPLICATE_SAME_ACCESS);
    return copy;
}

int ocl_run_program(const char *program, FILE *const files[3])
{
    char *path = find_program(program);
    if (!path) return -1;
    HANDLE handles[3];
    for (int i = 0; i < 3; i++)
        handles[i] = to_inherit(files[i]);
    STARTUPINFOA start = { .cb = sizeof start,
                           .dwFlags = STARTF_USESTDHANDLES,
                           .hStdInput = handles[0],
                           .hStdOutput = handles[1],
                           .hStdError = handles[2] };
    PROCESS_INFORMATION child;
    DWORD status = (DWORD)-1;
    if (CreateProcessA(path, NULL, NULL, NULL, TRUE, CREATE_NO_WINDOW, NULL, NULL, &start,
                       &child)) {
        WaitForSingleObject(child.hProcess, INFINITE);
        GetExitCodeProcess(child.hProcess, &status);
        CloseHandle(child.hThread);
        CloseHandle(child.hProcess);
    }
    for (int i = 0; i < 3; i++)
        if (handles[i]) CloseHandle(handles[i]);
    free(path);
    return (int)status;
}
