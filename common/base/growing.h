// SPDX-License-Identifier: MIT
//
// growing - text or bytes to which more can be added.

#ifndef OCL_GROWING_H
#define OCL_GROWING_H

#include "errors.h"

#include <stddef.h>

// Begins as { 0 }: NULL and empty.  After the first call below there is a 0 byte behind the text,
// which `bytes` does not count.  Free `text` with free().
typedef struct {
    char *text;
    size_t bytes, room;
} ocl_growing;

void ocl_append(ocl_growing *b, const void *data, size_t bytes);
void ocl_append_text(ocl_growing *b, const char *text);

// As printf, at most 255 letters.
void ocl_append_format(ocl_growing *b, const char *format, ...) OCL_PRINTF(2, 3);

#endif
