// SPDX-License-Identifier: MIT
//
// file_kind - what a path leads to.

#ifndef OCL_SYSTEM_FILE_KIND_H
#define OCL_SYSTEM_FILE_KIND_H

#include <stdbool.h>

// Whether it is a regular file that may be read.
bool ocl_is_readable_file(const char *path);

// Whether there is anything.
bool ocl_is_there(const char *path);

// Whether it is a folder.
bool ocl_is_folder(const char *path);

#endif
