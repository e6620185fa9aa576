// SPDX-License-Identifier: MIT
//
// own_files - files and folders that nobody but the user may write, such as those of the cache.

#ifndef OCL_SYSTEM_OWN_FILES_H
#define OCL_SYSTEM_OWN_FILES_H

#include "errors.h"

#include <stddef.h>

// Reads a whole file that only the program itself has written, as ocl_read_file does.  False for a
// link, for anything but a regular file, and for a file that is not the user's own or that others
// may write.
bool ocl_read_own_file(const char *path, unsigned char **data, size_t *bytes);

// Makes the folder for the program's own files, with mode 0700, and removes old temporary files in
// it.  False, with the reason, when it cannot be made, is not the user's own, or others may write
// to it.
bool ocl_make_own_folder(const char *path, ocl_message *why);

// Writes a file with mode 0600 into such a folder.  It replaces anything that has that name, also a
// link.
bool ocl_write_own_file(const char *path, const void *data, size_t bytes);

// The folder for the cache of the user who runs the program, malloc'ed; NULL when no variable names
// one: $XDG_CACHE_HOME/opencl-samples, else $HOME/.cache/opencl-samples; on Windows
// %LOCALAPPDATA%/opencl-samples/cache.
char *ocl_user_cache(void);

#endif
