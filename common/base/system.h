// SPDX-License-Identifier: MIT
//
// system - what C11 does not have: a monotonic clock, paths, whole files.  The only file of the library
// and the samples that calls POSIX is system_posix.c; another system needs another one of it and
// nothing else.

#ifndef OCL_SYSTEM_H
#define OCL_SYSTEM_H

#include "errors.h"

#include <stddef.h>

// Bytes that belong to somebody else.
typedef struct {
    const void *data;
    size_t bytes;
} ocl_blob;

// Nanoseconds of a clock that never goes back, from an arbitrary start.
double ocl_wall_ns(void);

// Lets other threads run first: for loops that wait, on machines with few cores.
void ocl_yield(void);

// Bytes of physical memory of the host; 0 when unknown.
double ocl_host_memory(void);

// The first of these that is a readable file, malloc'ed, or NULL: $VARIABLE/NAME, then
// ../share/opencl-samples/FOLDER/NAME beside the executable.
char *ocl_find_shared(const char *variable, const char *folder, const char *name);

// Where a file of data/ is, as ocl_find_shared("OCL_SAMPLES_DATA", "data", name) finds it.
char *ocl_find_data(const char *name);

// "first/second", malloc'ed.
char *ocl_join_path(const char *first, const char *second);

// A whole file, malloc'ed, with a 0 byte after it that *bytes does not count; false and the reason
// when it cannot be read.  Pipes can be read, too.
bool ocl_read_file(const char *path, unsigned char **data, size_t *bytes, ocl_message *why);

// Whether ocl_write_file can be expected to write this file: false, with a message, when it is a folder, when
// its folder is not there, or when it or its folder may not be written.  Nothing is changed.
bool ocl_can_write_file(const char *path, ocl_message *why);

// Writes a file through a temporary one beside it and rename, so that no reader sees half of it.
// A failure leaves what was there.  A file that is replaced keeps its mode, a link to it stays; a
// device or pipe is written as it is.
bool ocl_write_file(const char *path, const void *data, size_t bytes, ocl_message *why);

// Whether $PATH leads to a program of this name.
bool ocl_has_program(const char *name);

// Runs a program of $PATH without arguments: `input` is its standard input, and what it writes to its standard
// output comes back, malloc'ed.  False, with the last line of its complaints, when it cannot be run, when it
// fails, or when it writes nothing.
bool ocl_filter(const char *program, ocl_blob input, unsigned char **output, size_t *bytes,
                ocl_message *why);

// Makes a folder and its parents; true when it is there afterwards.
bool ocl_make_folder(const char *path);

// malloc that exits with OCL_EXIT_USAGE and a message when there is not enough memory.  Filled with
// 0xff bytes (as float: NaN), so that what is never written shows, and that no clock runs while the
// system finds the pages.  Aligned to a page from a page on, so that it also serves
// CL_MEM_USE_HOST_PTR.  Free with free().
void *ocl_alloc(size_t bytes);

#endif
