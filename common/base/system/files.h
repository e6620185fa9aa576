// SPDX-License-Identifier: MIT
//
// files - the name of a file, what a path leads to, what a folder is good for.

#ifndef OCL_SYSTEM_FILES_H
#define OCL_SYSTEM_FILES_H

#include <stdbool.h>

// Where the file's name begins in its path: behind the last separator of folders.  The path itself
// when it has none.
const char *ocl_file_name(const char *path);

// Whether it is a regular file that may be read.
bool ocl_is_readable_file(const char *path);

// Whether there is anything.
bool ocl_is_there(const char *path);

// Whether it is a folder.
bool ocl_is_folder(const char *path);

typedef struct {
    double free_bytes;    // that this user may still fill
    bool no_programs;     // mounted so that no code in it may run
} ocl_folder_use;

// Asks the system, and writes nothing.  False when the folder is not there, or when the system does
// not tell.
bool ocl_get_folder_use(const char *path, ocl_folder_use *use);

#endif
