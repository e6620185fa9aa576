// SPDX-License-Identifier: MIT
//
// source - the text of a kernel file, with its #include lines as they are.

#ifndef SOURCE_TEXT_H
#define SOURCE_TEXT_H

#include "ocl.h"

// The text of the kernel file, malloc'ed: of --kernel instead, if `replaceable`.  Exits with
// OCL_EXIT_USAGE when it cannot be read.  (ocl_load_source would put the text of a header into the
// place of its #include.)
char *read_part(const ocl_options *options, const char *name, bool replaceable, size_t *bytes);

#endif
