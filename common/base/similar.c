// SPDX-License-Identifier: MIT

#include "similar.h"

#include <stdio.h>
#include <string.h>

enum { MAX_NAME = 32, LETTERS_PER_EDIT = 3 };

ocl_name ocl_name_of(const char *text)
{
    return (ocl_name){ text, strlen(text) };
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

// How many letters are to be inserted, deleted, replaced or swapped with their neighbour so that a
// becomes b.  edits[i][j] is that of the first i letters of a and the first j of b.
static size_t count_edits(ocl_name a, ocl_name b)
{
    size_t edits[MAX_NAME + 1][MAX_NAME + 1];
    for (size_t i = 0; i <= a.length; i++)
        edits[i][0] = i;
    for (size_t j = 0; j <= b.length; j++)
        edits[0][j] = j;
    for (size_t i = 1; i <= a.length; i++) {
        for (size_t j = 1; j <= b.length; j++) {
            const size_t replaced = edits[i - 1][j - 1] + (a.text[i - 1] != b.text[j - 1]);
            edits[i][j] = least(replaced, 1 + least(edits[i - 1][j], edits[i][j - 1]));
            if (i > 1 && j > 1 && a.text[i - 1] == b.text[j - 2] && a.text[i - 2] == b.text[j - 1])
                edits[i][j] = least(edits[i][j], edits[i - 2][j - 2] + 1);
        }
    }
    return edits[a.length][b.length];
}

void ocl_guess_add(ocl_guess *guess, ocl_name name)
{
    const ocl_name typed = guess->typed;
    if (typed.length < 2 || typed.length > MAX_NAME || name.length > MAX_NAME) return;
    const bool begins =
        typed.length < name.length && memcmp(typed.text, name.text, typed.length) == 0;
    const size_t edits = begins ? 1 : count_edits(typed, name);
    if (!begins && LETTERS_PER_EDIT * edits > typed.length) return;
    if (guess->best.text && guess->edits <= edits) return;
    guess->best = name;
    guess->edits = edits;
}

ocl_hint ocl_guess_hint(const ocl_guess *guess, const char *prefix)
{
    ocl_hint hint = { "" };
    if (guess->best.text)
        snprintf(hint.text, sizeof hint.text, " (did you mean '%s%.*s'?)", prefix,
                 (int)guess->best.length, guess->best.text);
    return hint;
}
