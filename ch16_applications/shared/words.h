// SPDX-License-Identifier: MIT
//
// words - a text, and a tree of the words to look for.

#ifndef SHARED_WORDS_H
#define SHARED_WORDS_H

#include "ocl.h"

enum { LETTERS = 256, MAX_WORDS = 256 };    // all values of a byte

// A word begins at this place of the text: bytes before it, and which word, from 0 on.
typedef struct {
    cl_uint place, word;
} match;

// The file `input` (NULL: the book in data/), cut or repeated to *n bytes.  Where *n is 0, it
// becomes the length of the file.  Exits with OCL_EXIT_USAGE when it cannot be read or is empty.
// Free it with free().
unsigned char *read_text(const char *input, size_t *n);

// By place, then by word.
void sort_matches(match *matches, size_t count);

// Makes the tree: next[LETTERS * node + letter] is the node below, and ends[node] is 1 + the word
// that ends there.  0 is none: the root, node 0, is below nobody.  Returns the number of words.
size_t make_tree(cl_uint *next, cl_uint *ends, const char **words, const char *list);

#endif
