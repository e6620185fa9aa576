// SPDX-License-Identifier: MIT
//
// reference - Canny's edges in plain C.
//
// The flood has a stack: it goes on from each pixel at once, where the device has one launch after
// the other.

#ifndef CANNY_REFERENCE_H
#define CANNY_REFERENCE_H

#include <stddef.h>
#include <stdint.h>

enum { CANNY_NONE, CANNY_WEAK, CANNY_STRONG };    // a pixel: no edge, perhaps one, an edge

typedef struct {
    int width, height;    // pixels
} canny_extent;

// Fills `edges` with one of these for each pixel.  A slope of `weak` is the least of a weak edge,
// one of `strong` is the least of a strong one.  Returns how many weak pixels became strong.
size_t canny_ref(uint8_t *edges, const uint8_t *grey, canny_extent e, int weak, int strong);

#endif
