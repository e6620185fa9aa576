// SPDX-License-Identifier: MIT
//
// examples - two regions of a buffer with the elements 1 to 32, to copy into a buffer of zeros.

#ifndef COPY_RECT_EXAMPLES_H
#define COPY_RECT_EXAMPLES_H

#include "shared/rect_moves.h"

enum { UNIT = sizeof(cl_uint), ELEMENTS = 32, EXAMPLE_COUNT = 2 };

typedef struct {
    const char *name;
    rect_places places;
} example;

extern const example EXAMPLES[EXAMPLE_COUNT];

#endif
