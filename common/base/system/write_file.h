// SPDX-License-Identifier: MIT
//
// write_file - whole files that are written so that no reader sees half of one; folders; temporary
// files.

#ifndef OCL_SYSTEM_WRITE_FILE_H
#define OCL_SYSTEM_WRITE_FILE_H

#include "blob.h"
#include "errors.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

// An empty file to write and read, which is gone when it is closed.  NULL, with the reason in
// errno, when there is none.
FILE *ocl_temporary_file(void);

// Who may read and write a file: the nine bits of POSIX.
typedef struct {
    unsigned bits;
    bool exact;    // else less what the umask takes away
} ocl_mode;

// Writes a temporary file into the same folder, then renames it.  SIGINT, SIGTERM and SIGHUP remove
// the temporary file.  False, with the reason in errno, when this fails: the old file is still
// there then.
bool ocl_replace_file(const char *path, ocl_mode mode, ocl_blob content);

// Whether ocl_write_file can be expected to write this file: false, with a message, when it is a
// folder, when its folder is not there, or when it or its folder may not be written.  Nothing is
// changed.
bool ocl_can_write_file(const char *path, ocl_message *why);

// Files of a kind: their names end in `ending`, and they begin with the text `magic`.
typedef struct {
    const char *ending, *magic;
} ocl_file_kind;

// ocl_can_write_file for a kind.  False, too, when its name ends otherwise, and when a file is
// there that is neither of this kind nor empty: a wrong name shall not cost a user a file.
bool ocl_can_write_kind(const char *path, ocl_file_kind kind, ocl_message *why);

// Writes a temporary file into the same folder, then renames it: no reader sees half of the file,
// and when this fails, the old file is still there.  SIGINT and SIGTERM remove the temporary file.
//
// A file that is there must be writable, and keeps its mode.  A link stays; what it points to is
// written.  A device or a pipe is written directly, and so is a file that no other can replace,
// because its folder is not writable or because it is mounted.
bool ocl_write_file(const char *path, const void *data, size_t bytes, ocl_message *why);

// Makes a folder and its parents.  True when the folder is there afterwards.
bool ocl_make_folder(const char *path);

#endif
