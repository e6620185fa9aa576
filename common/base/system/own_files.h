// SPDX-License-Identifier: MIT
//
// own_files - files that nobody but the user may write, and the folder for them.

#ifndef OCL_SYSTEM_OWN_FILES_H
#define OCL_SYSTEM_OWN_FILES_H

#include <stdbool.h>
#include <stddef.h>

// Reads a whole file, as ocl_read_file does.  False for a link, for anything but a regular file,
// and, where owners are known, for a file that is not the user's own or that others may write.
bool ocl_read_own_file(const char *path, unsigned char **data, size_t *bytes);

// Whether this system tells ocl_read_own_file whose a file is.
bool ocl_owners_are_known(void);

// The folder for the cache of the user who runs the program, malloc'ed; NULL when no variable names
// one: $XDG_CACHE_HOME/opencl-samples, else $HOME/.cache/opencl-samples; on Windows
// %LOCALAPPDATA%/opencl-samples/cache.
char *ocl_user_cache(void);

#endif
