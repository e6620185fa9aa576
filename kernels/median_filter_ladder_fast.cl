// SPDX-License-Identifier: MIT
//
// The median of 3 x 3 pixels, as in median_filter_ladder.cl, with many pixels per work-item.
//
//     strips  for GPUs: a work-item makes 16 bytes of ROWS rows (include/filter_strips.h)
//     packed  the same with two pixels in the 16-bit halves of a uint (include/filter_halves.h)
//     bands   for CPUs: a work-item makes ROWS whole rows (include/filter_bands.h)
//
// All make two pixels below each other from four rows: column_pair looks at a column of four
// pixels, pixel_of puts three such columns side by side.
//
// The host sets FORMAT, BORDER (include/filter_pixels.h), ROWS, and
//     VECTORS  1 for the program that has bands, which also has AHEAD (include/filter_bands.h)
//     PACKED   1 or 2 for the program that has packed (include/filter_halves.h)
// both 0 for the program that has strips.

#include "filter_pixels.h"

// As in median_filter_ladder.cl: a NaN counts as +infinity.
#if FORMAT == 2
#define NUMBER(x) ((x) < INFINITY ? (x) : INFINITY)
#else
#define NUMBER(x) (x)
#endif

// The smaller and the larger one of two.  On CPUs the comparison of floats is one instruction; fmin
// and fmax would be three, because of NaN.
#if VECTORS && FORMAT == 2
#include "filter_lanes.h"
#define LOW(a, b)  ((a) < (b) ? (a) : (b))
#define HIGH(a, b) ((a) < (b) ? (b) : (a))
#elif VECTORS
#include "filter_bytes.h"
#define LOW(a, b)  low_bytes(a, b)
#define HIGH(a, b) high_bytes(a, b)
#elif PACKED
#include "filter_halves.h"
#include "filter_lanes.h"
#define APART      (FORMAT == 1)
#define LOW(a, b)  low_halves(a, b)
#define HIGH(a, b) high_halves(a, b)
#elif FORMAT == 2
#include "filter_top_bytes.h"
#define LOW(a, b)  fmin(a, b)
#define HIGH(a, b) fmax(a, b)
#else
#include "filter_top_bytes.h"
#define LOW(a, b)  min(a, b)
#define HIGH(a, b) max(a, b)
#endif

// A column of three pixels is sorted.
#define PARTS     3
#define ANY_ORDER 1

#if FORMAT == 2 || VECTORS

void column_pair(lanes upper[PARTS], lanes lower[PARTS], const lanes rows[4])
{
    lanes above = NUMBER(rows[0]), first = NUMBER(rows[1]), second = NUMBER(rows[2]),
          below = NUMBER(rows[3]);
    lanes low = LOW(first, second), high = HIGH(first, second);
    upper[0] = LOW(low, above);
    upper[1] = HIGH(low, LOW(high, above));
    upper[2] = HIGH(high, above);
    lower[0] = LOW(low, below);
    lower[1] = HIGH(low, LOW(high, below));
    lower[2] = HIGH(high, below);
}

#else

// A GPU adds while it compares, and some find the smallest of three at once.  So the one in the
// middle is what the sum leaves.  Sums of integers are exact, also where they wrap, and also of two
// halves at once: no half becomes negative, so none borrows from the other one.
void column_pair(lanes upper[PARTS], lanes lower[PARTS], const lanes rows[4])
{
    lanes both = rows[1] + rows[2];
    upper[0] = LOW(LOW(rows[0], rows[1]), rows[2]);
    upper[2] = HIGH(HIGH(rows[0], rows[1]), rows[2]);
    upper[1] = both + rows[0] - upper[0] - upper[2];
    lower[0] = LOW(LOW(rows[2], rows[3]), rows[1]);
    lower[2] = HIGH(HIGH(rows[2], rows[3]), rows[1]);
    lower[1] = both + rows[3] - lower[0] - lower[2];
}

#endif

lanes middle_of(lanes a, lanes b, lanes c)
{
    return HIGH(LOW(a, b), LOW(HIGH(a, b), c));
}

// The median of nine is the median of three: the largest of the low ones, the middle one of the
// middle ones, the smallest of the high ones.
lanes pixel_of(const lanes left[PARTS], const lanes middle[PARTS], const lanes right[PARTS])
{
    return middle_of(HIGH(HIGH(left[0], middle[0]), right[0]),
                     middle_of(left[1], middle[1], right[1]),
                     LOW(LOW(left[2], middle[2]), right[2]));
}

#if VECTORS
#include "filter_bands.h"

kernel void median_filter_ladder_bands(global pixel *restrict out, global const pixel *restrict in,
                                       int4 shape)
{
    make_band(out, in, shape);
}

#elif PACKED
#include "filter_strips.h"

kernel void median_filter_ladder_packed(global pixel *restrict out, global const pixel *restrict in,
                                        int4 shape)
{
    make_strip(out, in, shape);
}

#else
#include "filter_strips.h"

kernel void median_filter_ladder_strips(global pixel *restrict out, global const pixel *restrict in,
                                        int4 shape)
{
    make_strip(out, in, shape);
}

#endif
