// SPDX-License-Identifier: MIT
//
// similar - which of the known names somebody has meant who typed another one.

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

// Compares what was typed with a name.  Similar are names that begin with it, and those that one
// edit for every three of its letters makes of it: a letter too many, too few, wrong, or in the
// place of its neighbour.
void ocl_guess_add(ocl_guess *guess, ocl_name name);

// " (did you mean '--size'?)" with that prefix of names, or "" when no name is similar.
typedef struct {
    char text[96];
} ocl_hint;

ocl_hint ocl_guess_hint(const ocl_guess *guess, const char *prefix);

#endif
