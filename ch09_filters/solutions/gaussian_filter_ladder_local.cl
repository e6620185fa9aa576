// SPDX-License-Identifier: MIT
//
// gaussian_filter_ladder --variant buffer
//                 --kernel build/exercises/gaussian_filter_ladder_local.cl
//
// Both passes in one kernel: a work-group keeps the sums over rows that it needs in local memory.
//: skeleton
//: // Work-item (x, y) makes pixel (x, y).  The sums are missing, so the picture is black.
//: solution
// Work-item (x, y) makes pixel (x, y), and before that some of the sums, also for the RADIUS rows
// above and below the work-group.
//: end
// The host's work-groups are at most 32 x 8.

#include "filter_pixels.h"

#define RADIUS     (WINDOW / 2)
#define MAX_WIDTH  32
#define MAX_HEIGHT 8

constant int WEIGHT[WINDOW] = { WEIGHTS };

value weighted_mean(value sum)
{
#if FORMAT == 2
    return sum * (1.0f / (1 << 2 * SHIFT));
#else
    return (sum + (1 << 2 * SHIFT >> 1)) >> 2 * SHIFT;
#endif
}

kernel void gaussian_filter_ladder_buffer(global pixel *restrict out,
                                          global const pixel *restrict in, int4 shape)
{
    local value rows[MAX_HEIGHT + WINDOW - 1][MAX_WIDTH];
    int column = get_local_id(0), row = get_local_id(1), height = get_local_size(1);
    int x = get_global_id(0), y = get_global_id(1), first_y = y - row - RADIUS;
    //: skeleton
    //: for (int r = row; r < height + WINDOW - 1; r += height) {
    //:     // Exercise 1 of gaussian_filter_ladder: rows[r][column] is the weighted sum of WINDOW
    //:     // pixels beside each other, around pixel (x, first_y + r).  Then all sums must be there
    //:     // before a work-item reads them.
    //:     rows[r][column] = 0;
    //: }
    //: solution
    for (int r = row; r < height + WINDOW - 1; r += height) {
        value sum = 0;
        for (int i = 0; i < WINDOW; i++)
            sum += WEIGHT[i] * buffer_at(in, x + i - RADIUS, first_y + r, shape);
        rows[r][column] = sum;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    //: end
    if (x >= shape.x || y >= shape.y) return;
    value sum = 0;
    for (int j = 0; j < WINDOW; j++)
        sum += WEIGHT[j] * rows[row + j][column];
    buffer_set(out, x, y, shape, weighted_mean(sum));
}
