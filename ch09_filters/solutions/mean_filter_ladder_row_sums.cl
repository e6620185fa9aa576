// SPDX-License-Identifier: MIT
//
// Exercise 5 of mean_filter_ladder: a function for the sum of a row.
//
// Each pixel becomes the mean of the WINDOW x WINDOW pixels around it, channel by channel.
//
// The host sets FORMAT, BORDER (include/filter_pixels.h) and WINDOW, an odd number.  A picture in a
// buffer has its shape (width, height, pitch, first) in pixels.

#include "filter_pixels.h"

#define RADIUS (WINDOW / 2)
#define AREA   (WINDOW * WINDOW)

// 8 bits: the nearest integer.  AREA is odd, so there is no tie.
value mean(value sum)
{
#if FORMAT == 2
    return sum * (1.0f / AREA);
#else
    return (sum + AREA / 2) / AREA;
#endif
}

// Work-item (x, y) makes pixel (x, y).  The sampler takes care of the border.
kernel void mean_filter_ladder_image(write_only image2d_t out, read_only image2d_t in)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= get_image_width(out) || y >= get_image_height(out)) return;
    value sum = 0;
    for (int j = -RADIUS; j <= RADIUS; j++)
        for (int i = -RADIUS; i <= RADIUS; i++)
            sum += image_at(in, x + i, y + j);
    image_set(out, x, y, mean(sum));
}

// The sum of the pixels of row y that are in the window around column x.
value row_sum(global const pixel *in, int x, int y, int4 shape)
{
    value sum = 0;
    //: skeleton
    //: // Here: the row of the window.
    //: solution
    for (int i = -RADIUS; i <= RADIUS; i++)
        sum += buffer_at(in, x + i, y, shape);
    //: end
    return sum;
}

// The picture is in a buffer, where each pixel's place is computed.
kernel void mean_filter_ladder_buffer(global pixel *restrict out, global const pixel *restrict in,
                                      int4 shape)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= shape.x || y >= shape.y) return;
    value sum = 0;
    for (int j = -RADIUS; j <= RADIUS; j++)
        sum += row_sum(in, x, y + j, shape);
    buffer_set(out, x, y, shape, mean(sum));
}
