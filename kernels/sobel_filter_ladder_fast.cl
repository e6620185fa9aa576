// SPDX-License-Identifier: MIT
//
// The magnitude of the gradient of sobel_filter_ladder.cl, many pixels per work-item.
//
//     strips  for GPUs: a work-item makes 16 bytes of ROWS rows (include/filter_strips.h)
//     bands   for CPUs: a work-item makes ROWS whole rows (include/filter_bands.h)
//
// Both make two pixels below each other from four rows: column_pair looks at a column of four
// pixels, pixel_of puts three such columns side by side.
//
// The host sets FORMAT, BORDER (include/filter_pixels.h), ROWS, and VECTORS: 1 for the program that
// has bands, which also has AHEAD (include/filter_bands.h), else 0.
// THRESHOLD is that of sobel_filter_ladder.cl.

#include "filter_pixels.h"

#if !defined(THRESHOLD) || !defined(VECTORS)
#error "the host must build this file with -D for each of the macros above"
#endif

// As in sobel_filter_ladder.cl.
#define IS_EDGE_8(squares)       ((squares) > THRESHOLD * (THRESHOLD - 1))
#define IS_EDGE_FLOAT(magnitude) ((magnitude)*255.0f >= THRESHOLD - 0.5f)

#ifndef KEEP_ALPHA    // bench_filters compares with filters that do not keep it
#define KEEP_ALPHA 1
#endif

#if VECTORS
#include "filter_lanes.h"
#else
#include "filter_floats.h"
#endif

// A column of three pixels a, b, c is a + 2 b + c for gx and c - a for gy.
#define PARTS 2

#if FORMAT != 2 && VECTORS

// filter_lanes.h needs numbers that are not negative: c - a is 256 too large here, and so gy is
// 1024 too large; gx shall be, too.
void column_pair(lanes upper[PARTS], lanes lower[PARTS], const lanes rows[4])
{
    lanes both = rows[1] + rows[2];
    upper[0] = rows[0] + rows[1] + both;
    lower[0] = both + rows[2] + rows[3];
    upper[1] = rows[2] + EACH(256) - rows[0];
    lower[1] = rows[3] + EACH(256) - rows[1];
}

// For gx and gy that are 1024 too large.  Bit 0 of the float 8388608 is worth 1: with its bits put
// before it, a number of up to 23 bits is a float, and a float of up to 23 bits is a number.
uint16 magnitude_of_16(uint16 gx, uint16 gy)
{
    const float bit = 8388608.0f;
    float16 x = as_float16(gx | as_uint(bit)) - (bit + 1024);
    float16 y = as_float16(gy | as_uint(bit)) - (bit + 1024);
    float16 squares = x * x + y * y;
#if THRESHOLD
    return as_uint16(IS_EDGE_8(squares)) & 255;
#else
    return as_uint16(sqrt(fmin(squares, 255.0f * 255.0f)) + bit) & 255;
#endif
}

lanes pixel_of(const lanes left[PARTS], const lanes middle[PARTS], const lanes right[PARTS])
{
    lanes x = right[0] + EACH(1024) - left[0], y = left[1] + middle[1] + middle[1] + right[1];
    return magnitude_of_16(x & 0xffff, y & 0xffff) | magnitude_of_16(x >> 16, y >> 16) << 16;
}

#else

#define TWICE ((lanes)(2))

void column_pair(lanes upper[PARTS], lanes lower[PARTS], const lanes rows[4])
{
    upper[0] = rows[0] + TWICE * rows[1] + rows[2];
    lower[0] = rows[1] + TWICE * rows[2] + rows[3];
    upper[1] = rows[2] - rows[0];
    lower[1] = rows[3] - rows[1];
}

lanes pixel_of(const lanes left[PARTS], const lanes middle[PARTS], const lanes right[PARTS])
{
    lanes x = right[0] - left[0], y = left[1] + TWICE * middle[1] + right[1];
    lanes squares = x * x + y * y;
#if FORMAT == 2 && THRESHOLD
    return select((lanes)(0), (lanes)(1), IS_EDGE_FLOAT(sqrt(squares)));
#elif FORMAT == 2
    return sqrt(squares);
#elif THRESHOLD
    return IS_EDGE_8(squares) ? 8388608.0f + 255.0f : 8388608.0f;
#else
    squares = fmin(squares + 1e-9f, 255.0f * 255.0f);    // more than 0
    return 8388608.0f + squares * rsqrt(squares);
#endif
}

#endif

#if VECTORS
#include "filter_bands.h"

kernel void sobel_filter_ladder_bands(global pixel *restrict out, global const pixel *restrict in,
                                      int4 shape)
{
    make_band(out, in, shape);
}

#else
#include "filter_strips.h"

kernel void sobel_filter_ladder_strips(global pixel *restrict out, global const pixel *restrict in,
                                       int4 shape)
{
    make_strip(out, in, shape);
}

#endif
