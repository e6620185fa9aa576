// SPDX-License-Identifier: MIT
//
// drawing - images, and beside each what the network reads.

#ifndef DIGITS_DRAWING_H
#define DIGITS_DRAWING_H

#include "network.h"

enum { DRAWN_COLUMNS = 8, DRAWN_ROWS = 4, DRAWN = DRAWN_COLUMNS * DRAWN_ROWS };

// Draws up to DRAWN images into the file `path`, and behind each the digit that was read: in green
// when it is right, in red when it is wrong.
void draw_digits(const image *const *images, const int *read, size_t count, const char *path);

#endif
