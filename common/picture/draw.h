// SPDX-License-Identifier: MIT
//
// draw - text, boxes and lines drawn into an opaque picture; what falls outside of it is cut off.
//
// Pixel (i, j) covers i to i + 1 from the left and j to j + 1 from the top.

#ifndef OCL_DRAW_H
#define OCL_DRAW_H

#include "picture.h"

typedef struct {
    uint8_t r, g, b;
} ocl_colour;

// Text in a built-in 5 x 7 font (printable ASCII; anything else is a box), `scale` pixels a dot,
// its top left corner at (x, y).  The text's size in pixels is 6 * scale * strlen(text) by
// 7 * scale; tails, as of g, reach 2 * scale farther down.
void ocl_draw_text(ocl_picture *picture, int x, int y, int scale, ocl_colour colour,
                   const char *text);

// The same turned to read upwards: (x, y) is the bottom left corner of an area 7 * scale wide and
// 6 * scale * strlen(text) high.
void ocl_draw_text_up(ocl_picture *picture, int x, int y, int scale, ocl_colour colour,
                      const char *text);

// A filled box; one without width or height draws nothing.
void ocl_draw_box(ocl_picture *picture, int x, int y, int width, int height, ocl_colour colour);

// A box of transparent ink that takes `strength` (0 to 1) of the colour's complement from what is
// there: overlapping inks mix, and their order does not matter but for rounding.
void ocl_tint_box(ocl_picture *picture, int x, int y, int width, int height, ocl_colour colour,
                  double strength);

// An anti-aliased line two pixels wide.
void ocl_draw_line(ocl_picture *picture, double x0, double y0, double x1, double y1,
                   ocl_colour colour);

// An anti-aliased line of any width with round ends, a disc if the ends coincide.  Draws nothing
// if an end is not finite or farther off than 1e150.
void ocl_draw_stroke(ocl_picture *picture, double x0, double y0, double x1, double y1, double width,
                     ocl_colour colour);

// Colours that can be told apart, also by colour-blind readers; index modulo their number.
// Okabe and Ito, "Color Universal Design", 2008.
ocl_colour ocl_palette(size_t index);

#endif
