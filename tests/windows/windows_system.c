// SPDX-License-Identifier: MIT
//
// What common/base/system/ promises on Windows: arguments, variables and names of files are UTF-8,
// whatever the code page of the computer, and Ctrl-C leaves no half-written file.  Built on Windows
// only; needs no OpenCL driver.
//
//     windows_system                              all of it
//     windows_system interrupt FOLDER PROGRAM...  PROGRAM is stopped by Ctrl-C after some seconds:
//                                                 it ends, and FOLDER has no more files than before
//
// Windows ends a program with STATUS_CONTROL_C_EXIT; Wine 8 ends it with 0, which is excused.

#include "errors.h"
#include "system/paths.h"
#include "system/read_file.h"
#include "system/write_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <windows.h>

// A name in German, Chinese and with an emoji, which no code page but UTF-8 has together.
#define NAME    \
    "B\xc3\xbc" \
    "cher \xe5\x9b\xbe \xf0\x9f\x98\x80"
#define WIDE_NAME L"B\u00fccher \u56fe \U0001f600"

enum { ROOM = 1024, TRIES = 60, BYTES = 1000000, SECONDS = 8 };

static int failures;

static void expect(bool ok, const char *what)
{
    printf("%s: %s\n", ok ? "ok" : "FAILED", what);
    fflush(stdout);
    failures += !ok;
}

// The folder WIDE_NAME below that of temporary files.  Functions whose names end in W know no code
// page.
static void wide_folder(wchar_t *path)
{
    wchar_t temporary[ROOM / 2];
    GetTempPathW(ROOM / 2, temporary);
    swprintf(path, ROOM, L"%ls%ls", temporary, WIDE_NAME);
}

static bool wide_file(const wchar_t *folder, const wchar_t *name)
{
    wchar_t path[2 * ROOM];
    swprintf(path, 2 * ROOM, L"%ls\\%ls", folder, name);
    return GetFileAttributesW(path) != INVALID_FILE_ATTRIBUTES;
}

// Files in the folder, or -1 without one.
static int files_in(const wchar_t *folder)
{
    wchar_t pattern[2 * ROOM];
    swprintf(pattern, 2 * ROOM, L"%ls\\*", folder);
    WIN32_FIND_DATAW entry;
    const HANDLE entries = FindFirstFileW(pattern, &entry);
    int count = -1;
    if (entries == INVALID_HANDLE_VALUE) return count;
    do
        count += wcscmp(entry.cFileName, L"..") != 0;    // "." makes up for the -1
    while (FindNextFileW(entries, &entry));
    FindClose(entries);
    return count;
}

static HANDLE start(wchar_t *command)
{
    STARTUPINFOW how = { .cb = sizeof how };
    PROCESS_INFORMATION child;
    if (!CreateProcessW(NULL, command, NULL, NULL, TRUE, 0, NULL, NULL, &how, &child)) return NULL;
    CloseHandle(child.hThread);
    return child.hProcess;
}

// Its exit status; 1 when it could not begin, or did not end in time.
static DWORD status_of(HANDLE child)
{
    DWORD status = 1;
    if (!child) return status;
    if (WaitForSingleObject(child, 60000) == WAIT_OBJECT_0)
        GetExitCodeProcess(child, &status);
    else
        TerminateProcess(child, status);
    CloseHandle(child);
    return status;
}

static DWORD run_self(const wchar_t *arguments)
{
    wchar_t program[ROOM], command[4 * ROOM];
    GetModuleFileNameW(NULL, program, ROOM);
    swprintf(command, 4 * ROOM, L"\"%ls\" %ls", program, arguments);
    return status_of(start(command));
}

// --- UTF-8

static void test_files(const wchar_t *folder, const char *utf8_folder)
{
    ocl_message why;
    unsigned char *got = NULL;
    size_t bytes = 0;
    char *path = ocl_join_path(utf8_folder, NAME ".txt");
    expect(ocl_make_folder(utf8_folder) && GetFileAttributesW(folder) != INVALID_FILE_ATTRIBUTES,
           "a folder is made");
    expect(ocl_can_write_file(path, &why), "its file may be written");
    expect(ocl_write_file(path, "old", 3, &why) && wide_file(folder, WIDE_NAME L".txt"),
           "a file is written");
    expect(ocl_write_file(path, "new", 3, &why) && files_in(folder) == 1, "it is replaced");
    expect(ocl_read_file(path, &got, &bytes, &why) && bytes == 3 && memcmp(got, "new", 3) == 0,
           "it is read");
    free(got);
    FILE *stream = fopen(path, "rb");
    expect(stream, "fopen takes the same names");
    if (stream) fclose(stream);
    remove(path);
    expect(files_in(folder) == 0, "it is removed");
    free(path);
}

// The child's: its first argument, and the folders that variables name.
static int check_child(const char *argument)
{
    char *cache = ocl_user_cache(), *file = cache ? ocl_join_path(cache, "entry") : NULL;
    const char *local = getenv("LOCALAPPDATA");
    ocl_message why = { .text = "" };
    unsigned char *got = NULL;
    size_t bytes;
    expect(strcmp(argument, NAME) == 0, "an argument is UTF-8");
    expect(local && strstr(local, NAME), "a variable is UTF-8");
    expect(file && ocl_make_folder(cache), "the cache is made in %LOCALAPPDATA%");
    expect(file && ocl_write_file(file, "entry", 5, &why), "it takes an entry");
    expect(file && ocl_read_own_file(file, &got, &bytes) && bytes == 5, "the entry is read");
    FILE *temporary = ocl_temporary_file();    // in %TMP%
    expect(temporary && fputs("x", temporary) >= 0, "a temporary file is made in %TMP%");
    if (temporary) fclose(temporary);
    free(got);
    free(file);
    free(cache);
    return failures != 0;
}

static void test_child(const wchar_t *folder)
{
    SetEnvironmentVariableW(L"LOCALAPPDATA", folder);
    SetEnvironmentVariableW(L"TMP", folder);
    expect(run_self(L"child \"" WIDE_NAME L"\"") == 0, "a program that gets such names");
    wchar_t path[2 * ROOM];
    swprintf(path, 2 * ROOM, L"%ls\\opencl-samples\\cache", folder);
    expect(wide_file(path, L"entry"), "the entry is in the folder that was meant");
    expect(files_in(folder) == 1, "no temporary file is left");
    static const wchar_t *const left[] = { L"cache\\entry", L"cache", L"" };
    for (size_t i = 0; i < sizeof left / sizeof left[0]; i++) {
        swprintf(path, 2 * ROOM, L"%ls\\opencl-samples\\%ls", folder, left[i]);
        if (!DeleteFileW(path)) RemoveDirectoryW(path);
    }
}

// --- Ctrl-C

static BOOL WINAPI stay(DWORD event)
{
    return event == CTRL_C_EVENT;
}

// Ctrl-C reaches all programs of a console: this one and its children get one of their own.
static void open_own_console(void)
{
    FreeConsole();
    expect(AllocConsole() && SetConsoleCtrlHandler(stay, TRUE), "a console is opened");
}

static bool was_interrupted(DWORD status)
{
    const HMODULE system = GetModuleHandleA("ntdll.dll");
    const bool wine = system && GetProcAddress(system, "wine_get_version");
    return status == (DWORD)STATUS_CONTROL_C_EXIT || (wine && status == 0);
}

// The child's: writes a file again and again.
static int write_forever(const char *path)
{
    unsigned char *content = calloc(BYTES, 1);
    ocl_message why;
    while (content && ocl_write_file(path, content, BYTES, &why))
        ;
    return 1;
}

// A program that is stopped while it writes leaves the file, and nothing else.
static void test_interrupt(const wchar_t *folder)
{
    wchar_t program[ROOM], command[4 * ROOM], file[2 * ROOM];
    swprintf(file, 2 * ROOM, L"%ls\\file", folder);
    GetModuleFileNameW(NULL, program, ROOM);
    open_own_console();
    int left = 0, sizes = 0, statuses = 0;
    for (int i = 0; i < TRIES; i++) {
        swprintf(command, 4 * ROOM, L"\"%ls\" write \"%ls\"", program, file);
        const HANDLE child = start(command);
        while (child && !wide_file(folder, L"file") &&
               WaitForSingleObject(child, 1) == WAIT_TIMEOUT)
            ;
        Sleep((DWORD)(i % 20));
        GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0);
        statuses += !was_interrupted(status_of(child));
        left += files_in(folder) != 1;
        WIN32_FILE_ATTRIBUTE_DATA about = { 0 };
        GetFileAttributesExW(file, GetFileExInfoStandard, &about);
        sizes += about.nFileSizeLow != BYTES;
        DeleteFileW(file);
    }
    printf("%d tries: %d with another exit status, %d with files left, %d with a cut file\n", TRIES,
           statuses, left, sizes);
    expect(statuses == 0, "Ctrl-C ends the program");
    expect(left == 0, "no temporary file is left");
    expect(sizes == 0, "the file is whole");
}

// A sample that runs for long: FOLDER, and the words of its command.
static int interrupt(char **words)
{
    wchar_t folder[ROOM], wide[ROOM], command[4 * ROOM] = L"";
    MultiByteToWideChar(CP_UTF8, 0, words[0], -1, folder, ROOM);
    for (char **word = words + 1; *word; word++) {
        MultiByteToWideChar(CP_UTF8, 0, *word, -1, wide, ROOM);
        const size_t used = wcslen(command);
        swprintf(command + used, 4 * ROOM - used, L"\"%ls\" ", wide);
    }
    const int before = files_in(folder);
    open_own_console();
    const HANDLE child = start(command);
    expect(child && WaitForSingleObject(child, 1000 * SECONDS) == WAIT_TIMEOUT, "the sample runs");
    GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0);
    const DWORD status = status_of(child);
    printf("exit status %lx\n", status);
    expect(was_interrupted(status), "Ctrl-C ends it");
    expect(before >= 0 && files_in(folder) == before, "no file is left");
    return failures != 0;
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "child") == 0) return check_child(argv[2]);
    if (argc == 3 && strcmp(argv[1], "write") == 0) return write_forever(argv[2]);
    if (argc > 3 && strcmp(argv[1], "interrupt") == 0) return interrupt(argv + 2);
    wchar_t folder[ROOM];
    char utf8_folder[4 * ROOM];
    wide_folder(folder);
    WideCharToMultiByte(CP_UTF8, 0, folder, -1, utf8_folder, sizeof utf8_folder, NULL, NULL);
    test_files(folder, utf8_folder);
    test_child(folder);
    test_interrupt(folder);
    RemoveDirectoryW(folder);
    printf("%d failed\n", failures);
    return failures != 0;
}
