// SPDX-License-Identifier: MIT
//
// Exercise 5 of gaussian_filter_ladder: each weight is used for two pixels.
//
// Each pixel becomes a weighted mean of the WINDOW x WINDOW pixels around it, channel by channel.
// The weight of the pixel in column i and row j of the window is w[i] * w[j] / 4^SHIFT.  The w are
// integers, and their sum is 2^SHIFT.
//
// The host sets FORMAT, BORDER (include/filter_pixels.h), WINDOW, WEIGHTS (the w, with commas
// between them) and SHIFT.  A picture in a buffer has its shape (width, height, pitch, first) in
// pixels.

#include "filter_pixels.h"

#if !defined(WEIGHTS) || !defined(SHIFT)
#error "the host must build this file with -D for each of the macros above"
#endif

#define RADIUS (WINDOW / 2)

constant int WEIGHT[WINDOW] = { WEIGHTS };

// 8 bits: sum / 4^SHIFT, to the nearest integer, a tie is rounded up.  The sum of 31 x 31 weighted
// channels is less than 2^31 with a SHIFT of 11.
value weighted_mean(value sum)
{
#if FORMAT == 2
    return sum * (1.0f / (1 << 2 * SHIFT));
#else
    return (sum + (1 << 2 * SHIFT >> 1)) >> 2 * SHIFT;
#endif
}

// Work-item (x, y) makes pixel (x, y).  The sampler takes care of the border.
kernel void gaussian_filter_ladder_image(write_only image2d_t out, read_only image2d_t in)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= get_image_width(out) || y >= get_image_height(out)) return;
    value sum = 0;
    for (int j = 0; j < WINDOW; j++)
        for (int i = 0; i < WINDOW; i++)
            sum += WEIGHT[j] * WEIGHT[i] * image_at(in, x + i - RADIUS, y + j - RADIUS);
    image_set(out, x, y, weighted_mean(sum));
}

// The picture is in a buffer, where each pixel's place is computed.
kernel void gaussian_filter_ladder_buffer(global pixel *restrict out,
                                          global const pixel *restrict in, int4 shape)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= shape.x || y >= shape.y) return;
    value sum = 0;
    for (int j = 0; j < WINDOW; j++)
        for (int i = 0; i < WINDOW; i++)
            sum += WEIGHT[j] * WEIGHT[i] * buffer_at(in, x + i - RADIUS, y + j - RADIUS, shape);
    buffer_set(out, x, y, shape, weighted_mean(sum));
}

// separable: w[i] comes out of the sum over a row of the window, so that two passes with WINDOW
// pixels each do the work of one with WINDOW x WINDOW pixels.

// First pass: work-item (x, y) makes the sum over row y of the window around (x, y).  `rows` has
// shape.x sums per row, without rounding.
kernel void gaussian_filter_ladder_rows(global value *restrict rows,
                                        global const pixel *restrict in, int4 shape)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= shape.x || y >= shape.y) return;
    value sum = 0;
    for (int i = 0; i < RADIUS; i++)
        sum += WEIGHT[i] *
               (buffer_at(in, x + i - RADIUS, y, shape) + buffer_at(in, x + RADIUS - i, y, shape));
    //: skeleton
    //: // Here: the pixel in the middle.
    //: solution
    sum += WEIGHT[RADIUS] * buffer_at(in, x, y, shape);
    //: end
    rows[(size_t)y * shape.x + x] = sum;
}

// Second pass: work-item (x, y) makes pixel (x, y) from the sums above and below it.
kernel void gaussian_filter_ladder_columns(global pixel *restrict out,
                                           global const value *restrict rows, int4 shape)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= shape.x || y >= shape.y) return;
    value sum = 0;
    for (int j = 0; j < WINDOW; j++) {
        int row = inside(y + j - RADIUS, shape.y);
        if (BORDER != 2 || row >= 0) sum += WEIGHT[j] * rows[(size_t)row * shape.x + x];
    }
    buffer_set(out, x, y, shape, weighted_mean(sum));
}
