// SPDX-License-Identifier: MIT
//
// examples - the book's two regions of a buffer with the elements 0 to 31.

#ifndef BUFFER_RECT_EXAMPLES_H
#define BUFFER_RECT_EXAMPLES_H

#include "shared/rect_moves.h"

enum { UNIT = sizeof(cl_uint), ELEMENTS = 32, MAX_READ = 9, EXAMPLE_COUNT = 2 };

typedef struct {
    const char *name;
    rect_places places;    // from the buffer to an array without gaps
    size_t count;          // elements of the region
    cl_uint ref[MAX_READ];
} example;

extern const example EXAMPLES[EXAMPLE_COUNT];

#endif
