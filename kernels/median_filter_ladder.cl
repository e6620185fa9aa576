// SPDX-License-Identifier: MIT
//
// Each pixel becomes the median of the WINDOW x WINDOW pixels around it, channel by channel: the
// one in the middle when they are sorted.  A NaN counts as +infinity, so no result is NaN.
//
// The host sets FORMAT, BORDER (include/filter_pixels.h) and WINDOW, an odd number.  A picture in a
// buffer has its shape (width, height, pitch, first) in pixels.

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
kernel void median_filter_ladder_image(write_only image2d_t out, read_only image2d_t in)
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

// The picture is in a buffer, where each pixel's place is computed.
kernel void median_filter_ladder_buffer(global pixel *restrict out, global const pixel *restrict in,
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

#if WINDOW <= 5

// The smaller and the larger one of two.
#if FORMAT == 2
#define LOW(a, b)  fmin(a, b)
#define HIGH(a, b) fmax(a, b)
#else
#define LOW(a, b)  min(a, b)
#define HIGH(a, b) max(a, b)
#endif

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
kernel void median_filter_ladder_network(global pixel *restrict out,
                                         global const pixel *restrict in, int4 shape)
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
