// SPDX-License-Identifier: MIT
//
// sobel_filter_ladder --variant buffer
//     --kernel build/exercises/sobel_filter_ladder_column.cl
//
// Work-item (x, y) with y a multiple of RUN makes RUN pixels below each other and keeps three rows
// of the window: each pixel costs three loads instead of nine.  For magnitudes without a threshold.
//: skeleton
//: // The rows do not move yet: only the first of RUN pixels is right.
//: end

#include "filter_pixels.h"

#if THRESHOLD || DIRECTION
#error "without --threshold and --direction"
#endif

#define RUN 8

// Of three pixels beside each other: the difference for gx, the sum for gy, the middle one.
typedef struct {
    value difference, sum, middle;
} row;

row row_at(global const pixel *in, int x, int y, int4 shape)
{
    value left = buffer_at(in, x - 1, y, shape), right = buffer_at(in, x + 1, y, shape);
    value middle = buffer_at(in, x, y, shape);
    row r = { right - left, left + 2 * middle + right, middle };
    return r;
}

kernel void sobel_filter_ladder_buffer(global pixel *restrict out, global const pixel *restrict in,
                                       int4 shape, int4 out_shape)
{
    int x = get_global_id(0), first = get_global_id(1);
    if (x >= shape.x || first >= shape.y || first % RUN != 0) return;
    row above = row_at(in, x, first - 1, shape), here = row_at(in, x, first, shape);
    for (int y = first; y < min(first + RUN, shape.y); y++) {
        row below = row_at(in, x, y + 1, shape);
        value gx = above.difference + 2 * here.difference + below.difference;
        value gy = below.sum - above.sum;
        value squares = gx * gx + gy * gy;
#if FORMAT == 2
        value result = sqrt(squares);
#elif FORMAT == 1
        value result = convert_int(sqrt(convert_float(min(squares, (value)(255 * 255)))) + 0.5f);
#else
        value result = convert_int4(sqrt(convert_float4(min(squares, (value)(255 * 255)))) + 0.5f);
        result.w = here.middle.w;
#endif
        buffer_set(out, x, y, shape, result);
        //: skeleton
        //: // Exercise 1 of sobel_filter_ladder: what are `above` and `here` for the next pixel?
        //: solution
        above = here;
        here = below;
        //: end
    }
}
