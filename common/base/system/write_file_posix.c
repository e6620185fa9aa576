// SPDX-License-Identifier: MIT

#define _XOPEN_SOURCE 700

#include "system/write_file.h"

#include "system/files.h"
#include "system/memory.h"
#include "system/paths.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

FILE *ocl_temporary_file(void)
{
    return tmpfile();
}

// Temporary files have names that begin like this.  The others: how many names are tried, and the
// length of such a name at most.
static const char TEMPORARY[] = ".opencl-samples-";
enum { MAX_TEMPORARY = 100, MAX_ADDED = 80 };

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

// The one that is being written: a signal that ends the program removes it.  Programs write their
// files in one thread.
static char *volatile temporary_file;
static const int ENDING_SIGNALS[] = { SIGINT, SIGTERM, SIGHUP };
enum { SIGNALS = sizeof ENDING_SIGNALS / sizeof ENDING_SIGNALS[0] };

static void remove_temporary(int signal_number)
{
    if (temporary_file) unlink(temporary_file);
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

// A signal that the program ignores stays ignored.
static void catch_signals(struct sigaction old[SIGNALS])
{
    struct sigaction action = { .sa_handler = remove_temporary };
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < SIGNALS; i++) {
        sigaction(ENDING_SIGNALS[i], NULL, &old[i]);
        if (old[i].sa_handler != SIG_IGN) sigaction(ENDING_SIGNALS[i], &action, NULL);
    }
}

static void restore_signals(const struct sigaction old[SIGNALS])
{
    for (size_t i = 0; i < SIGNALS; i++)
        sigaction(ENDING_SIGNALS[i], &old[i], NULL);
}

// A new file in the folder; `name` gets its path, which is short even if the file's own name is
// long.  Negative when it cannot be made.  A signal may come as soon as the file is there.
static int open_temporary(char *name, size_t room, const char *folder, mode_t mode)
{
    int file = -1;
    for (unsigned i = 0; i < MAX_TEMPORARY; i++) {
        snprintf(name, room, "%s/%s%ld-%u", folder, TEMPORARY, (long)getpid(), i);
        temporary_file = name;
        file = open(name, O_WRONLY | O_CREAT | O_EXCL, mode);
        if (file >= 0 || errno != EEXIST) break;
    }
    return file;
}

bool ocl_replace_file(const char *path, ocl_mode mode, ocl_blob content)
{
    char *folder = ocl_folder_of(path);
    const size_t room = strlen(folder) + MAX_ADDED;
    char *name = ocl_alloc(room);
    struct sigaction actions[SIGNALS];
    catch_signals(actions);
    const int file = open_temporary(name, room, folder, mode.bits);
    bool ok = file >= 0 && write_all(file, content.data, content.bytes);
    ok = ok && (!mode.exact || fchmod(file, mode.bits) == 0);
    if (file >= 0) ok = close(file) == 0 && ok;
    ok = ok && rename(name, path) == 0;
    const int error = errno;
    if (!ok && file >= 0) unlink(name);
    temporary_file = NULL;
    restore_signals(actions);
    free(name);
    free(folder);
    errno = error;
    return ok;
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
    char *folder = ocl_folder_of(path);
    const bool ok = access(folder, W_OK | X_OK) == 0;
    const int error = errno;
    free(folder);
    return ok || ocl_refuse(why, "%s: cannot write: its folder: %s", path, strerror(error));
}

// For a device or a pipe, such as /dev/stdout, and where no other file can take the file's place.
static bool write_in_place(const char *path, const void *data, size_t bytes, ocl_message *why)
{
    FILE *stream = fopen(path, "wb");
    if (!stream) return ocl_refuse(why, "%s: cannot write: %s", path, strerror(errno));
    bool ok = fwrite(data, 1, bytes, stream) == bytes;
    ok = fclose(stream) == 0 && ok;
    return ok || ocl_refuse(why, "%s: cannot write: %s", path, strerror(errno));
}

// Whether a file that is there can only be written in place: its folder takes no new file, or the
// file is mounted.
static bool must_stay(int error)
{
    return error == EACCES || error == EPERM || error == EROFS || error == EBUSY || error == EXDEV;
}

bool ocl_write_file(const char *path, const void *data, size_t bytes, ocl_message *why)
{
    struct stat status, link;
    const bool exists = stat(path, &status) == 0;
    if (exists && S_ISDIR(status.st_mode))
        return ocl_refuse(why, "%s: cannot write: it is a folder", path);
    if (exists && access(path, W_OK) != 0)    // though its folder might take a new one
        return ocl_refuse(why, "%s: cannot write: %s", path, strerror(errno));
    // A link stays; the file that it points to is replaced, or made.
    char *target = exists && S_ISREG(status.st_mode) ? realpath(path, NULL) : NULL;
    const bool dangling = !exists && lstat(path, &link) == 0;
    if (dangling || (exists && !target)) return write_in_place(path, data, bytes, why);

    const ocl_mode mode = { .bits = exists ? status.st_mode & 0777 : 0666, .exact = exists };
    const bool ok = ocl_replace_file(target ? target : path, mode, (ocl_blob){ data, bytes });
    const int error = errno;
    free(target);
    if (!ok && exists && must_stay(error)) return write_in_place(path, data, bytes, why);
    return ok || ocl_refuse(why, "%s: cannot write: %s", path, strerror(error));
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
    return ocl_is_folder(path);
}
