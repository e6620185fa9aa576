// SPDX-License-Identifier: MIT
//
// system - what C11 does not have everywhere: a monotonic clock, threads, paths, whole files, other
// programs.
//
// system_posix.c is the only file of the library and the samples that calls POSIX.  A system
// without POSIX needs another version of that file and nothing else.

#ifndef OCL_SYSTEM_H
#define OCL_SYSTEM_H

#include "errors.h"

#include <stddef.h>

// Bytes that belong to somebody else.
typedef struct {
    const void *data;
    size_t bytes;
} ocl_blob;

// The time in nanoseconds, by a clock that never goes back.  It starts at any point.
double ocl_wall_ns(void);

// Prints the sentence on standard error when that is a terminal: what a program does while nothing
// else is to be seen.
void ocl_say(const char *sentence);

// Starts to watch for silence, when standard error is a terminal: each time that nothing has been
// printed for two seconds, a line there says what the program is doing.
void ocl_watch_silence(void);

// What the program does from now on, such as "building the kernels".  The text must stay.
void ocl_doing(const char *what);

// Something was printed: the two seconds begin again.
void ocl_printed(void);

// Raises a low limit of the stack (ulimit -s) to 8 MiB, for the first thread and, with glibc, for
// threads that begin from now on: PoCL compiles in the first, and keeps private variables of whole
// work-groups in the others.  Ends the program if less than 1 MiB is allowed.
void ocl_provide_stacks(void);

// Lets other threads run first.  For loops that wait on machines with few cores.
void ocl_yield(void);

// Calls work(data, 0), work(data, 1), ... work(data, count - 1), each on a thread of its own, and
// returns when all calls have returned.  `work` must not end the program: the driver may crash when
// the program ends while another thread is inside the driver.
void ocl_run_threads(size_t count, void (*work)(void *data, size_t thread), void *data);

// A lock that one thread at a time holds.  Free it with ocl_mutex_free when no thread holds it.
typedef struct ocl_mutex ocl_mutex;
ocl_mutex *ocl_mutex_new(void);
void ocl_mutex_lock(ocl_mutex *mutex);
void ocl_mutex_unlock(ocl_mutex *mutex);
void ocl_mutex_free(ocl_mutex *mutex);

// The memory in bytes that the host has free for this program, within the limit of its control
// group; 0 when it is not known.
double ocl_host_memory(void);

// What the control groups of Linux (version 1 or 2) leave to this program; infinity when there is
// no limit.  `own_groups` is /proc/self/cgroup, `groups` the folder /sys/fs/cgroup.
double ocl_group_memory(const char *own_groups, const char *groups);

// The path of an installed file, malloc'ed: ../share/opencl-samples/FOLDER/NAME beside the
// executable.  NULL when that is no readable file.
char *ocl_find_installed(const char *folder, const char *name);

// The same, but $VARIABLE/NAME when the variable is set: then the file must be in that folder.
// NULL, with a reason that names the variable, when it is not there.
char *ocl_find_shared(const char *variable, const char *folder, const char *name, ocl_message *why);

// Where a file of data/ is, as ocl_find_shared("OCL_SAMPLES_DATA", "data", name) finds it.
char *ocl_find_data(const char *name, ocl_message *why);

// "first/second", malloc'ed.
char *ocl_join_path(const char *first, const char *second);

// Reads a whole file, or a pipe to its end.  *data is malloc'ed and has a 0 byte after the content,
// which *bytes does not count.  False, with the reason, when it cannot be read, or when it needs
// more than a quarter of the host's memory.
bool ocl_read_file(const char *path, unsigned char **data, size_t *bytes, ocl_message *why);

// The same for a file that only the program itself has written: false for a link, for anything but
// a regular file, and for a file that is not the user's own or that others may write.
bool ocl_read_own_file(const char *path, unsigned char **data, size_t *bytes);

// Whether ocl_write_file can be expected to write this file: false, with a message, when it is a
// folder, when its folder is not there, or when it or its folder may not be written.  Nothing is
// changed.
bool ocl_can_write_file(const char *path, ocl_message *why);

// Writes a temporary file into the same folder, then renames it: no reader sees half of the file,
// and when this fails, the old file is still there.  SIGINT and SIGTERM remove the temporary file.
//
// A file that is there must be writable, and keeps its mode.  A link stays; what it points to is
// written.  A device or a pipe is written directly, and so is a file that no other can replace,
// because its folder is not writable or because it is mounted.
bool ocl_write_file(const char *path, const void *data, size_t bytes, ocl_message *why);

// Makes the folder for the program's own files, with mode 0700, and removes old temporary files in
// it. False, with the reason, when it cannot be made, is not the user's own, or others may write to
// it.
bool ocl_make_own_folder(const char *path, ocl_message *why);

// Writes a file with mode 0600 into such a folder.  It replaces anything that has that name, also a
// link.
bool ocl_write_own_file(const char *path, const void *data, size_t bytes);

// Whether $PATH leads to a program of this name.
bool ocl_has_program(const char *name);

// Runs a program of $PATH without arguments: `input` is its standard input, and what it writes to
// its standard output comes back, malloc'ed.  False, with the last line of its complaints, when it
// cannot be run, when it fails, or when it writes nothing.
bool ocl_filter(const char *program, ocl_blob input, unsigned char **output, size_t *bytes,
                ocl_message *why);

// Makes a folder and its parents.  True when the folder is there afterwards.
bool ocl_make_folder(const char *path);

// Like malloc, but without enough memory it exits with OCL_EXIT_USAGE and a message.  All bytes are
// 0xff (as float: NaN), so that elements which are never written show, and so that the system has
// found the pages before a clock runs.  Memory of at least one page is aligned to a page, which
// suits CL_MEM_USE_HOST_PTR.  Free it with free().
void *ocl_alloc(size_t bytes);

#endif
