// SPDX-License-Identifier: MIT
//
// text - texts that somebody else wrote, made safe to print: no byte of them may disturb the
// terminal.

#ifndef OCL_TEXT_H
#define OCL_TEXT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct {
    char text[256];
} ocl_printable;

// The first letters of a text, as many as fit.  UTF-8 stays.  Each other byte and each control
// character becomes '?': 0 bytes, ends of lines, escape sequences.  The text needs no 0 at its end.
ocl_printable ocl_make_printable(const void *text, size_t bytes);

// A JSON string.  Each byte that is not UTF-8 becomes '?'.
json_t *ocl_json_text(const char *text);

// Whether a file's name ends so, in any case; `ending` is in lower case, such as ".png".
bool ocl_ends_with(const char *path, const char *ending);

#endif
