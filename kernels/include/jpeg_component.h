// SPDX-License-Identifier: MIT
//
// component - what the kernels know of a component of a JPEG file.
//
// The blocks of all components are numbered: those of component 0 first, row after row.  A block
// has 64 coefficients in natural order: v * 8 + u has the vertical frequency v and the horizontal
// one u. The samples of a component are rows of 8 * blocks_x.  They begin at 64 * first_block, as
// its coefficients do.  There are whole MCUs of blocks.

#ifndef JPEG_COMPONENT_H
#define JPEG_COMPONENT_H

typedef struct {
    uint first_block, blocks_x;
    uint h, v;                  // sampling factors: blocks of an MCU in a row, and in a column
    uint width, height;         // in samples: those of the picture
    ushort quantisation[64];    // natural order
} component;

// The component's blocks in `rows` rows of MCUs: the first one, if they begin at row `first`, and
// their number.
#define FIRST_BLOCK(c, first) ((c)->first_block + (size_t)(c)->blocks_x * (c)->v * (first))
#define BLOCK_COUNT(c, rows)  ((size_t)(c)->blocks_x * (c)->v * (rows))

// Only damaged files have coefficients beyond these limits.
#define DEQUANTISE(coefficient, step) clamp((int)(coefficient) * (int)(step), -2048, 2047)

#endif
