// SPDX-License-Identifier: MIT

#define _XOPEN_SOURCE 700

#include "system/replace_file.h"

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
