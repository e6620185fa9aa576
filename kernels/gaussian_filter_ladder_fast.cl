// SPDX-License-Identifier: MIT
//
// The weighted mean of 3 x 3 pixels with the weights 1 2 1 of gaussian_filter_ladder.cl, many
// pixels per work-item.
//
//     strips  for GPUs: a work-item makes 16 bytes of ROWS rows (include/filter_strips.h)
//     bands   for CPUs: a work-item makes ROWS whole rows (include/filter_bands.h)
//
// Both make two pixels below each other from four rows: column_pair looks at a column of four
// pixels, pixel_of puts three such columns side by side.
//
// The host sets FORMAT, BORDER (include/filter_pixels.h), ROWS, and VECTORS: 1 for the program that
// has bands, which also has AHEAD (include/filter_bands.h), else 0.

#include "filter_pixels.h"

#include "filter_lanes.h"

// A column of three pixels is their sum with the weights 1 2 1.
#define PARTS 1

void column_pair(lanes upper[PARTS], lanes lower[PARTS], const lanes rows[4])
{
    lanes both = rows[1] + rows[2];
    upper[0] = rows[0] + rows[1] + both;
    lower[0] = both + rows[2] + rows[3];
}

lanes pixel_of(const lanes left[PARTS], const lanes middle[PARTS], const lanes right[PARTS])
{
    return sixteenth(left[0] + middle[0] + middle[0] + right[0]);
}

#if VECTORS
#include "filter_bands.h"

kernel void gaussian_filter_ladder_bands(global pixel *restrict out,
                                         global const pixel *restrict in, int4 shape)
{
    make_band(out, in, shape);
}

#else
#include "filter_strips.h"

kernel void gaussian_filter_ladder_strips(global pixel *restrict out,
                                          global const pixel *restrict in, int4 shape)
{
    make_strip(out, in, shape);
}

#endif
