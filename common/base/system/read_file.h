// SPDX-License-Identifier: MIT
//
// read_file - whole files, and pipes to their end.

#ifndef OCL_SYSTEM_READ_FILE_H
#define OCL_SYSTEM_READ_FILE_H

#include "errors.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

// What all files of a kind have in common.  A file that cannot be of this kind is refused before
// much of it was read: some, such as /dev/zero, have no end.
typedef struct {
    size_t most;         // bytes; 0: what fits a quarter of the host's memory
    const char *text;    // what kind of text it is, in which no byte is 0; NULL: it is none
    const char *const *magics;    // it begins with one of them; NULL ends the list.  NULL: anything
} ocl_file_form;

// Reads a whole file, or a pipe to its end.  *data is malloc'ed and has a 0 byte after the content,
// which *bytes does not count.  False, with the reason, when it cannot be read, is larger than the
// form allows, or is no text.  If a file begins with none of the magics, only its beginning is
// read: the decoder will refuse it.
bool ocl_read_file_as(const char *path, const ocl_file_form *form, unsigned char **data,
                      size_t *bytes, ocl_message *why);

// Reads a file of any kind.
bool ocl_read_file(const char *path, unsigned char **data, size_t *bytes, ocl_message *why);

// Reads an open stream to its end.  False, with the reason in errno: EFBIG when it needs more
// than a quarter of the host's memory.
bool ocl_read_stream(FILE *stream, unsigned char **data, size_t *bytes);

// Reads a whole file, as ocl_read_file does.  False for a link, for anything but a regular file,
// and, where owners are known, for a file that is not the user's own or that others may write.
bool ocl_read_own_file(const char *path, unsigned char **data, size_t *bytes);

// Whether this system tells ocl_read_own_file whose a file is.
bool ocl_owners_are_known(void);

#endif
