// SPDX-License-Identifier: MIT
//
// similar - the known name that a misspelt one probably stands for.

#ifndef OCL_SIMILAR_H
#define OCL_SIMILAR_H

#include <stdbool.h>
#include <stddef.h>

// A name that need not end with a 0.
typedef struct {
    const char *text;
    size_t length;
} ocl_name;

ocl_name ocl_name_of(const char *text);

// The most similar name so far.
typedef struct {
    ocl_name typed, best;    // best.text is NULL: none is similar
    size_t edits;            // from the typed name to the best one
} ocl_guess;

// Compares what was typed with a name.  A name is similar if it begins with what was typed, or if
// a few edits turn one into the other: at most one edit per three letters.  An edit adds, drops or
// changes one letter, or exchanges two neighbours.
void ocl_guess_add(ocl_guess *guess, ocl_name name);

// The text " (did you mean '--size'?)", where `prefix` is "--"; "" when no name is similar.
typedef struct {
    char text[96];
} ocl_hint;

ocl_hint ocl_guess_hint(const ocl_guess *guess, const char *prefix);

#endif
