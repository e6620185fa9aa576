// SPDX-License-Identifier: MIT
//
// canny_reference - Canny's edges in plain C.
//
// The flood has a stack: it goes on from each pixel at once, where the device has one launch after
// the other.

#ifndef SHARED_CANNY_REFERENCE_H
#define SHARED_CANNY_REFERENCE_H

#include <stddef.h>
#include <stdint.h>

enum { CANNY_NONE, CANNY_WEAK, CANNY_STRONG };    // a pixel: no edge, perhaps one, an edge

typedef struct {
    int width, height;    // pixels
} canny_extent;

// Fills `edges` with one of these for each pixel.  A slope of `weak` is the least of a weak edge,
// one of `strong` is the least of a strong one.  Returns how many weak pixels became strong.
size_t canny_ref(uint8_t *edges, const uint8_t *grey, canny_extent e, int weak, int strong);

// Its two parts: the edges before the flood, and the flood, which counts.
void canny_thin_ref(uint8_t *edges, const uint8_t *grey, canny_extent e, int weak, int strong);
size_t canny_flood_ref(uint8_t *edges, canny_extent e);

#endif
