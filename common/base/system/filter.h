// SPDX-License-Identifier: MIT
//
// filter - another program that makes one file of another.

#ifndef OCL_SYSTEM_FILTER_H
#define OCL_SYSTEM_FILTER_H

#include "blob.h"
#include "errors.h"

// Runs a program of $PATH without arguments: `input` is its standard input, and what it writes to
// its standard output comes back, malloc'ed.  False, with the last line of its complaints, when it
// cannot be run, when it fails, or when it writes nothing.
bool ocl_filter(const char *program, ocl_blob input, unsigned char **output, size_t *bytes,
                ocl_message *why);

#endif
