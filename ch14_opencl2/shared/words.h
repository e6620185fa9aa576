// SPDX-License-Identifier: MIT
//
// words - the words of a text with blanks between them, such as a list of extensions.

#ifndef CH14_WORDS_H
#define CH14_WORDS_H

#include "ocl.h"

typedef struct {
    char **at;
    size_t count;
} words;

// The words of a text; none of an empty one.  Free them with words_free.
words words_split(const char *text);
void words_free(words *w);

// The text without one of its words, malloc'ed.
char *words_without(const words *w, size_t left_out);

#endif
