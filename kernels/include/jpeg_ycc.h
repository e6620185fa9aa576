// SPDX-License-Identifier: MIT
//
// ycc - from R, G, B to Y, Cb, Cr, before they are rounded down to 8 bits.
//
// r, g, b are floats, or vectors of floats.  The factors are multiples of 2^-16, as in libjpeg; so
// their products and the sums below 256 are exact in a float.  A half of Cb or Cr is rounded down,
// so that 255.5 fits 8 bits.

#define LUMA(r, g, b) \
    (0.5f + (r) * (19595 / 65536.0f) + (g) * (38470 / 65536.0f) + (b) * (7471 / 65536.0f))
#define CHROMA_BLUE(r, g, b) \
    (128.0f + 32767 / 65536.0f + (b)*0.5f - (r) * (11059 / 65536.0f) - (g) * (21709 / 65536.0f))
#define CHROMA_RED(r, g, b) \
    (128.0f + 32767 / 65536.0f + (r)*0.5f - (g) * (27439 / 65536.0f) - (b) * (5329 / 65536.0f))
