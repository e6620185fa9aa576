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

// The first bytes of a text, as many as fit.  Everything that is not printable ASCII becomes '?',
// also 0 bytes, ends of lines and escape sequences.  The text needs no 0 at its end.
ocl_printable ocl_make_printable(const void *text, size_t bytes);

// A JSON string.  A text that is not UTF-8 gets '?' for each byte that is not ASCII.
json_t *ocl_json_text(const char *text);

// Whether a file's name ends so, in any case; `ending` is in lower case, such as ".png".
bool ocl_ends_with(const char *path, const char *ending);

#endif
