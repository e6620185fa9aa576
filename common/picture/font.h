// SPDX-License-Identifier: MIT
//
// font - the dots of a 5 x 7 font for printable ASCII.

#ifndef OCL_FONT_H
#define OCL_FONT_H

#include <stdbool.h>

enum { OCL_FONT_WIDTH = 5, OCL_FONT_HEIGHT = 7, OCL_FONT_ROWS = 9 };

// Whether the character's glyph (a box if it is not printable ASCII) has a dot there: column 0 to 4
// from the left, row 0 to 8 from the top; only tails, as of g, reach rows 7 and 8.
bool ocl_font_dot(char character, int column, int row);

#endif
