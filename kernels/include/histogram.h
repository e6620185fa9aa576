// SPDX-License-Identifier: MIT
//
// What the kernels of histogram.cl and histogram_ladder.cl agree on.
//
// A pixel is four bytes R, G, B, A; on a little-endian device that is a uint with R in its low byte.  A
// histogram is BINS counts: 256 of red, 256 of green, 256 of blue.

#define BINS (3 * 256)
