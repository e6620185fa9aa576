// SPDX-License-Identifier: MIT

// Asks the C library for POSIX.  No other file of the library and the samples does.
#define _XOPEN_SOURCE 700

#include "system.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef __APPLE__
#include <mach-o/dyld.h>    // _NSGetExecutablePath
#endif

// How many names are tried for a temporary file, and how long the added part of the name is at
// most.
enum { MAX_TEMPORARY = 100, MAX_SUFFIX = 40 };

double ocl_wall_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

void ocl_yield(void)
{
    sched_yield();
}

double ocl_host_memory(void)
{
#ifdef _SC_PHYS_PAGES    // an extension of most systems
    long pages = sysconf(_SC_PHYS_PAGES), page_bytes = sysconf(_SC_PAGESIZE);
    if (pages > 0 && page_bytes > 0) return (double)pages * (double)page_bytes;
#endif
    return 0.0;
}

// The running executable without links in its path, malloc'ed; NULL when the system does not say.
static char *executable_path(void)
{
#ifdef __APPLE__
    uint32_t room = 0;
    _NSGetExecutablePath(NULL, &room);    // only to set the room
    char *given = ocl_alloc(room + 1);
    char *path = _NSGetExecutablePath(given, &room) == 0 ? realpath(given, NULL) : NULL;
    free(given);
#else
    // Linux, FreeBSD and NetBSD show it as a link under /proc.
    static const char *const links[] = { "/proc/self/exe", "/proc/curproc/file",
                                         "/proc/curproc/exe" };
    char *path = NULL;
    for (size_t i = 0; !path && i < sizeof links / sizeof links[0]; i++)
        path = realpath(links[i], NULL);
#endif
    return path;
}

// Its folder, malloc'ed, or NULL.
static char *executable_folder(void)
{
    char *path = executable_path();
    char *slash = path ? strrchr(path, '/') : NULL;
    if (slash) *slash = '\0';
    return path;
}

char *ocl_join_path(const char *first, const char *second)
{
    size_t bytes = strlen(first) + 1 + strlen(second) + 1;
    char *path = ocl_alloc(bytes);
    snprintf(path, bytes, "%s/%s", first, second);
    return path;
}

static bool is_readable_file(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, R_OK) == 0;
}

// FOLDER/NAME if that is a readable file, else NULL.
static char *readable_in(const char *folder, const char *name)
{
    char *path = ocl_join_path(folder, name);
    if (is_readable_file(path)) return path;
    free(path);
    return NULL;
}

char *ocl_find_shared(const char *variable, const char *folder, const char *name)
{
    const char *wish = getenv(variable);
    if (wish && *wish) {
        char *found = readable_in(wish, name);
        if (found) return found;
    }
    char *executable = executable_folder();
    if (!executable) return NULL;
    char *share = ocl_join_path(executable, "../share/opencl-samples");
    char *where = ocl_join_path(share, folder);
    char *found = readable_in(where, name);
    free(where);
    free(share);
    free(executable);
    return found;
}

char *ocl_find_data(const char *name)
{
    return ocl_find_shared("OCL_SAMPLES_DATA", "data", name);
}

// Doubles the room until the file ends.  So pipes can be read, too: their size is not known before.
static bool read_stream(FILE *stream, unsigned char **data, size_t *bytes)
{
    size_t room = 1 << 16, used = 0;
    unsigned char *buffer = malloc(room);
    while (buffer) {
        used += fread(buffer + used, 1, room - 1 - used, stream);
        if (used < room - 1) break;
        unsigned char *larger = room <= SIZE_MAX / 2 ? realloc(buffer, room * 2) : NULL;
        if (!larger) free(buffer);
        buffer = larger;
        room *= 2;
    }
    if (!buffer) {
        errno = ENOMEM;
        return false;
    }
    if (ferror(stream)) {
        free(buffer);
        return false;
    }
    buffer[used] = '\0';
    *data = buffer;
    *bytes = used;
    return true;
}

bool ocl_read_file(const char *path, unsigned char **data, size_t *bytes, ocl_message *why)
{
    FILE *stream = fopen(path, "rb");
    if (!stream) return ocl_refuse(why, "%s: cannot open: %s", path, strerror(errno));
    bool ok = read_stream(stream, data, bytes);
    int error = errno;
    fclose(stream);
    return ok || ocl_refuse(why, "%s: cannot read: %s", path, strerror(error));
}

// The folder that a file is in, malloc'ed.
static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    const size_t length = slash ? (size_t)(slash - path) : 1;
    char *folder = ocl_alloc(length + 2);
    snprintf(folder, length + 2, "%.*s", (int)length, slash ? path : ".");
    if (slash == path) strcpy(folder, "/");
    return folder;
}

bool ocl_can_write_file(const char *path, ocl_message *why)
{
    struct stat status;
    if (stat(path, &status) == 0) {
        if (S_ISDIR(status.st_mode))
            return ocl_refuse(why, "%s: cannot write: it is a folder", path);
        return access(path, W_OK) == 0 ||
               ocl_refuse(why, "%s: cannot write: %s", path, strerror(errno));
    }
    char *folder = folder_of(path);
    const bool ok = access(folder, W_OK | X_OK) == 0;
    const int error = errno;
    free(folder);
    return ok || ocl_refuse(why, "%s: cannot write: its folder: %s", path, strerror(error));
}

static bool write_all(int file, const unsigned char *data, size_t bytes)
{
    while (bytes > 0) {
        ssize_t written = write(file, data, bytes);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        data += written;
        bytes -= (size_t)written;
    }
    return true;
}

// For a device or a pipe, such as /dev/stdout: no other file can take its place.
static bool write_in_place(const char *path, const void *data, size_t bytes, ocl_message *why)
{
    FILE *stream = fopen(path, "wb");
    if (!stream) return ocl_refuse(why, "%s: cannot write: %s", path, strerror(errno));
    bool ok = fwrite(data, 1, bytes, stream) == bytes;
    ok = fclose(stream) == 0 && ok;
    return ok || ocl_refuse(why, "%s: cannot write: %s", path, strerror(errno));
}

// A new file beside the one at `path`, with the mode that the umask leaves; `name` gets its name.
// Negative when it cannot be made.
static int open_temporary(char *name, size_t room, const char *path)
{
    int file = -1;
    for (unsigned i = 0; i < MAX_TEMPORARY; i++) {
        snprintf(name, room, "%s.%ld-%u", path, (long)getpid(), i);
        file = open(name, O_WRONLY | O_CREAT | O_EXCL, 0666);
        if (file >= 0 || errno != EEXIST) break;
    }
    return file;
}

// `old` is what was there, NULL for a new file.  When it returns false, errno says why.
static bool replace_file(const char *path, const struct stat *old, const void *data, size_t bytes)
{
    size_t room = strlen(path) + MAX_SUFFIX;
    char *temporary = ocl_alloc(room);
    int file = open_temporary(temporary, room, path);
    bool ok = file >= 0 && write_all(file, data, bytes);
    ok = ok && (!old || fchmod(file, old->st_mode & 0777) == 0);
    if (file >= 0) ok = close(file) == 0 && ok;
    ok = ok && rename(temporary, path) == 0;
    int error = errno;
    if (!ok && file >= 0) unlink(temporary);
    free(temporary);
    errno = error;
    return ok;
}

bool ocl_write_file(const char *path, const void *data, size_t bytes, ocl_message *why)
{
    struct stat status;
    bool exists = stat(path, &status) == 0;
    if (exists && S_ISDIR(status.st_mode))
        return ocl_refuse(why, "%s: cannot write: it is a folder", path);
    // A link stays; the file that it points to is replaced.
    char *target = exists && S_ISREG(status.st_mode) ? realpath(path, NULL) : NULL;
    if (exists && !target) return write_in_place(path, data, bytes, why);

    bool ok = replace_file(target ? target : path, exists ? &status : NULL, data, bytes);
    int error = errno;
    free(target);
    return ok || ocl_refuse(why, "%s: cannot write: %s", path, strerror(error));
}

static bool is_folder(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

bool ocl_make_folder(const char *path)
{
    size_t bytes = strlen(path) + 1;
    char *part = ocl_alloc(bytes);
    memcpy(part, path, bytes);
    for (char *at = part; *at; at++) {
        if (*at != '/' || at == part) continue;
        *at = '\0';
        mkdir(part, 0777);    // an error shows again at the last part
        *at = '/';
    }
    free(part);
    mkdir(path, 0777);
    return is_folder(path);
}

void *ocl_alloc(size_t bytes)
{
    void *memory = NULL;
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t alignment = bytes < page ? 64 : page;
    if (bytes > PTRDIFF_MAX || posix_memalign(&memory, alignment, bytes ? bytes : 1) != 0)
        ocl_exit(OCL_EXIT_USAGE, "no memory for %zu more bytes on the host; try a smaller --size",
                 bytes);
    memset(memory, 0xff, bytes);
    return memory;
}

bool ocl_has_program(const char *name)
{
    const char *path = getenv("PATH");
    for (size_t length; path && *path; path += length + (path[length] == ':')) {
        length = strcspn(path, ":");
        char *folder = ocl_alloc(length + 1);
        memcpy(folder, path, length);
        folder[length] = '\0';
        char *program = ocl_join_path(length ? folder : ".", name);
        struct stat status;
        const bool found =
            stat(program, &status) == 0 && S_ISREG(status.st_mode) && access(program, X_OK) == 0;
        free(program);
        free(folder);
        if (found) return true;
    }
    return false;
}

// Starts the program with these three files and waits for its end; returns its exit status, or -1.
static int run_on_files(const char *program, FILE *const files[3])
{
    extern char **environ;
    posix_spawn_file_actions_t actions;
    if (posix_spawn_file_actions_init(&actions) != 0) return -1;
    for (int i = 0; i < 3; i++)
        posix_spawn_file_actions_adddup2(&actions, fileno(files[i]), i);
    char name[64];    // the array of arguments is not const
    snprintf(name, sizeof name, "%s", program);
    char *const arguments[] = { name, NULL };
    pid_t child;
    int status = -1;
    const int error = posix_spawnp(&child, program, &actions, NULL, arguments, environ);
    if (error == 0)
        while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
        }
    posix_spawn_file_actions_destroy(&actions);
    return error == 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// The last line of a text that is not blank, its end cut off; "" when there is none.
static const char *last_line(char *text)
{
    char *end = text + strlen(text);
    while (end > text && strchr(" \t\r\n", end[-1]))
        *--end = '\0';
    char *line = strrchr(text, '\n');
    return line ? line + 1 : text;
}

bool ocl_filter(const char *program, ocl_blob input, unsigned char **output, size_t *bytes,
                ocl_message *why)
{
    // Files, not pipes: a program that writes before it has read everything cannot block.
    FILE *files[3] = { tmpfile(), tmpfile(), tmpfile() };
    unsigned char *complaint = NULL;
    size_t complaint_bytes;
    bool ok = files[0] && files[1] && files[2] &&
              fwrite(input.data, 1, input.bytes, files[0]) == input.bytes && fflush(files[0]) == 0;
    if (!ok) {
        ocl_refuse(why, "cannot make a temporary file: %s", strerror(errno));
    } else {
        rewind(files[0]);
        const int status = run_on_files(program, files);
        rewind(files[1]);
        rewind(files[2]);
        ok = read_stream(files[2], &complaint, &complaint_bytes) &&
             read_stream(files[1], output, bytes);
        if (ok && (status != 0 || *bytes == 0)) {
            free(*output);
            ok = false;
        }
        if (!ok)
            ocl_refuse(why, "%s failed (exit status %d): %s", program, status,
                       complaint ? last_line((char *)complaint) : "");
    }
    free(complaint);
    for (int i = 0; i < 3; i++)
        if (files[i]) fclose(files[i]);
    return ok;
}
