// SPDX-License-Identifier: MIT
//
// ycc - from R, G, B to Y, Cb, Cr, in integers, rounded to 8 bits.
//
// r, g, b are int, or vectors of int.  The factors are multiples of 2^-16, as in libjpeg.  A half
// of Cb or Cr is rounded down, so that 255.5 fits 8 bits.

#define LUMA(r, g, b)        (((r)*19595 + (g)*38470 + (b)*7471 + 32768) >> 16)
#define CHROMA_BLUE(r, g, b) (((b)*32768 - (r)*11059 - (g)*21709 + 128 * 65536 + 32767) >> 16)
#define CHROMA_RED(r, g, b)  (((r)*32768 - (g)*27439 - (b)*5329 + 128 * 65536 + 32767) >> 16)
