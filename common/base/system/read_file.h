// SPDX-License-Identifier: MIT
//
// read_file - whole files, and pipes to their end.

#ifndef OCL_SYSTEM_READ_FILE_H
#define OCL_SYSTEM_READ_FILE_H

#include "errors.h"

#include <stddef.h>
#include <stdio.h>

// Reads a whole file, or a pipe to its end.  *data is malloc'ed and has a 0 byte after the content,
// which *bytes does not count.  False, with the reason, when it cannot be read, or when it needs
// more than a quarter of the host's memory.
bool ocl_read_file(const char *path, unsigned char **data, size_t *bytes, ocl_message *why);

// The same for a stream that is open.  False, with the reason in errno: EFBIG when it needs more
// than a quarter of the host's memory.
bool ocl_read_stream(FILE *stream, unsigned char **data, size_t *bytes);

#endif
