// SPDX-License-Identifier: MIT
//
// text - where the text of string_search comes from, and in which order its finds are compared.

#ifndef STRING_SEARCH_TEXT_H
#define STRING_SEARCH_TEXT_H

#include "ocl.h"

// A word begins at this place of the text: bytes before it, and which word, from 0 on.
typedef struct {
    cl_uint place, word;
} find;

// The file `input` (NULL: the book in data/), cut or repeated to *n bytes.  Where *n is 0, it
// becomes the length of the file.  Exits with OCL_EXIT_USAGE when it cannot be read or is empty.
// Free it with free().
unsigned char *read_text(const char *input, size_t *n);

// By place, then by word.
void sort_finds(find *finds, size_t count);

#endif
