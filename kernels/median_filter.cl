// SPDX-License-Identifier: MIT
//
// Each pixel becomes the median of the WINDOW x WINDOW pixels around it, channel by channel: the
// one in the middle when they are sorted.  A NaN counts as +infinity, so no result is NaN.
//
// The host sets FORMAT, BORDER (include/filter_pixels.h), WINDOW, an odd number, ROWS, the rows per
// work-item of strips, packed and bands, and
//     VECTORS  1 for the program that has bands, which also has AHEAD (include/filter_bands.h)
//     PACKED   1 or 2 for the program that has packed (include/filter_halves.h)
// both 0 for the other program.
// A picture in a buffer has its shape (width, height, pitch, first) in pixels.

#include "filter_pixels.h"

#define RADIUS (WINDOW / 2)
#define COUNT  (WINDOW * WINDOW)
#define RANK   (COUNT / 2)    // of the median, counted from 0

#if FORMAT == 2
#define NUMBER(x) ((x) < INFINITY ? (x) : INFINITY)
#else
#define NUMBER(x) (x)
#endif

// Integers that are not negative and in the order of the values.  The bits of positive floats are
// in order; those of negative ones are in the opposite order, and come before.
#if FORMAT == 2
typedef uint key;
#define KEY_BITS 32

key key_of(float v)
{
    uint bits = as_uint(NUMBER(v));
    return bits >> 31 ? ~bits : bits | 1u << 31;
}

float value_of(key k)
{
    return as_float(k >> 31 ? k & ~(1u << 31) : ~k);
}
#else
typedef value key;
#define KEY_BITS    8
#define key_of(v)   (v)
#define value_of(k) (k)
#endif

// Work-item (x, y) makes pixel (x, y).  The median is the largest key that at most RANK pixels of
// the window are below.  It is found bit by bit, the highest one first: the window is read once per
// bit, and needs no memory.
kernel void median_filter_image(write_only image2d_t out, read_only image2d_t in)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= get_image_width(out) || y >= get_image_height(out)) return;
    key median = 0;
    for (int bit = KEY_BITS - 1; bit >= 0; bit--) {
        key trial = median | (key)(1u << bit), below = 0;
        for (int j = -RADIUS; j <= RADIUS; j++)
            for (int i = -RADIUS; i <= RADIUS; i++)
                below += select((key)(0), (key)(1), key_of(image_at(in, x + i, y + j)) < trial);
        median = select(median, trial, below <= RANK);
    }
    image_set(out, x, y, value_of(median));
}

// The same from a buffer.
kernel void median_filter_buffer(global pixel *restrict out, global const pixel *restrict in,
                                 int4 shape)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= shape.x || y >= shape.y) return;
    key median = 0;
    for (int bit = KEY_BITS - 1; bit >= 0; bit--) {
        key trial = median | (key)(1u << bit), below = 0;
        for (int j = -RADIUS; j <= RADIUS; j++)
            for (int i = -RADIUS; i <= RADIUS; i++)
                below +=
                    select((key)(0), (key)(1), key_of(buffer_at(in, x + i, y + j, shape)) < trial);
        median = select(median, trial, below <= RANK);
    }
    buffer_set(out, x, y, shape, value_of(median));
}

// The smaller and the larger one of two.  On CPUs the comparison of floats is one instruction; fmin
// and fmax would be three, because of NaN.
#if FORMAT == 2 && !VECTORS
#define LOW(a, b)  fmin(a, b)
#define HIGH(a, b) fmax(a, b)
#elif FORMAT == 2
#define LOW(a, b)  ((a) < (b) ? (a) : (b))
#define HIGH(a, b) ((a) < (b) ? (b) : (a))
#else
#define LOW(a, b)  min(a, b)
#define HIGH(a, b) max(a, b)
#endif

#if WINDOW <= 5 && !VECTORS && !PACKED

// Both indices are known when the kernel is built: `v` stays in registers.
#define EXCHANGE(a, b)                                        \
    {                                                         \
        value low = LOW(v[a], v[b]), high = HIGH(v[a], v[b]); \
        v[a] = low;                                           \
        v[b] = high;                                          \
    }

// Of RANK + 2 pixels the smallest one is not the median: RANK + 1 others are not below it.  Nor is
// the largest one.  Both are put aside, and a pixel that was not looked at yet takes a place.  So
// they become fewer, until the median alone is left.  There is no branch: which two are compared
// does not depend on the pixels.  The ones that are left are v[first] to v[last]; the smallest goes
// to v[first], the largest to v[last].
kernel void median_filter_network(global pixel *restrict out, global const pixel *restrict in,
                                  int4 shape)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= shape.x || y >= shape.y) return;
    value v[COUNT];
#pragma unroll
    for (int j = 0; j < WINDOW; j++)
#pragma unroll
        for (int i = 0; i < WINDOW; i++)
            v[WINDOW * j + i] = NUMBER(buffer_at(in, x + i - RADIUS, y + j - RADIUS, shape));
#pragma unroll
    for (int first = 0; first < RANK; first++) {
        int last = RANK + 1;    // `first` of the smallest have gone, and as many of the largest
        int size = last - first + 1;
#pragma unroll
        for (int i = 0; i < size / 2; i++)
            EXCHANGE(first + i, last - i);
#pragma unroll
        for (int i = 1; i < (size + 1) / 2; i++)
            EXCHANGE(first, first + i);
#pragma unroll
        for (int i = 1; i < (size + 1) / 2; i++)
            EXCHANGE(last - i, last);
        if (first + 1 < RANK) v[last] = v[RANK + 2 + first];    // not looked at yet
    }
    buffer_set(out, x, y, shape, v[RANK]);
}

#endif

#if WINDOW == 3

#if VECTORS && FORMAT == 2
#include "filter_lanes.h"
#elif VECTORS
#include "filter_bytes.h"
#undef LOW
#undef HIGH
#define LOW(a, b)  low_bytes(a, b)
#define HIGH(a, b) high_bytes(a, b)
#elif PACKED
#include "filter_halves.h"
#include "filter_lanes.h"
#undef LOW
#undef HIGH
#define LOW(a, b)  low_halves(a, b)
#define HIGH(a, b) high_halves(a, b)
#else
#include "filter_top_bytes.h"
#endif

// A column of three pixels is sorted.
#define PARTS 3

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

kernel void median_filter_bands(global pixel *restrict out, global const pixel *restrict in,
                                int4 shape)
{
    make_band(out, in, shape);
}

#elif PACKED
#include "filter_strips.h"

kernel void median_filter_packed(global pixel *restrict out, global const pixel *restrict in,
                                 int4 shape)
{
    make_strip(out, in, shape);
}

#else
#include "filter_strips.h"

kernel void median_filter_strips(global pixel *restrict out, global const pixel *restrict in,
                                 int4 shape)
{
    make_strip(out, in, shape);
}

#endif
#endif
