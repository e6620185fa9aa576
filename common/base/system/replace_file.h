// SPDX-License-Identifier: MIT
//
// replace_file - a new file in the place of an old one, at once.  For write_file and the cache.

#ifndef OCL_SYSTEM_REPLACE_FILE_H
#define OCL_SYSTEM_REPLACE_FILE_H

#include "blob.h"

#include <stdbool.h>

// Who may read and write a file: the nine bits of POSIX.
typedef struct {
    unsigned bits;
    bool exact;    // else less what the umask takes away
} ocl_mode;

// Writes a temporary file into the same folder, then renames it.  SIGINT, SIGTERM and SIGHUP remove
// the temporary file.  False, with the reason in errno, when this fails: the old file is still
// there then.
bool ocl_replace_file(const char *path, ocl_mode mode, ocl_blob content);

#endif
