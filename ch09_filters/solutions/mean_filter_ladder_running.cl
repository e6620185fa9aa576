// SPDX-License-Identifier: MIT
//
// mean_filter_ladder --variant buffer
//     --kernel build/exercises/mean_filter_ladder_running.cl
//
// The sum of a window is the sum of the window above, plus the row that comes in, minus the row
// that goes out.  Work-item (x, y) with y a multiple of RUN makes RUN pixels below each other; the
// other work-items have nothing to do.  For 8-bit pixels: the sums of floats would become less and
// less exact.
//: skeleton
//: // The step from one window to the next is missing.
//: end

#include "filter_pixels.h"

#define RADIUS (WINDOW / 2)
#define AREA   (WINDOW * WINDOW)
#define RUN    32

value row_sum(global const pixel *in, int x, int y, int4 shape)
{
    value sum = 0;
    for (int i = -RADIUS; i <= RADIUS; i++)
        sum += buffer_at(in, x + i, y, shape);
    return sum;
}

kernel void mean_filter_ladder_buffer(global pixel *restrict out, global const pixel *restrict in,
                                      int4 shape)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= shape.x || y >= shape.y || y % RUN > 0) return;
    value sum = 0;
    for (int j = -RADIUS; j <= RADIUS; j++)
        sum += row_sum(in, x, y + j, shape);
    for (int end = min(y + RUN, shape.y); y < end; y++) {
        buffer_set(out, x, y, shape, (sum + AREA / 2) / AREA);
        //: skeleton
        //: // Exercise 1 of mean_filter_ladder: make the sum of the next window from this one.
        //: solution
        sum += row_sum(in, x, y + RADIUS + 1, shape) - row_sum(in, x, y - RADIUS, shape);
        //: end
    }
}
