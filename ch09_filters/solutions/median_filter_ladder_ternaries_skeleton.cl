// SPDX-License-Identifier: MIT
//
// median_filter_ladder --format grey --variant buffer
//               --kernel ch09_filters/solutions/median_filter_ladder_ternaries_skeleton.cl
//
// The book's median: a bubble sort that stops when the median is in its place.  Work-item (x, y)
// makes pixel (x, y).  As in the book, the result is one place too far, and two pixels are
// exchanged behind an `if`: only pictures with one channel build.

#include "filter_pixels.h"

#define RADIUS (WINDOW / 2)
#define COUNT  (WINDOW * WINDOW)

kernel void median_filter_ladder_buffer(global pixel *restrict out, global const pixel *restrict in,
                                        int4 shape)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= shape.x || y >= shape.y) return;
    value v[COUNT];
    for (int j = 0; j < WINDOW; j++)
        for (int i = 0; i < WINDOW; i++)
            v[WINDOW * j + i] = buffer_at(in, x + i - RADIUS, y + j - RADIUS, shape);
    // Exercise 4 of median_filter_ladder: the right place, and ternary operators.
    int rank = COUNT / 2 + 1;
    for (int pass = 0; pass < rank; pass++)
        for (int k = 0; k < COUNT - 1 - pass; k++)
            if (v[k] > v[k + 1]) {
                value t = v[k];
                v[k] = v[k + 1];
                v[k + 1] = t;
            }
    buffer_set(out, x, y, shape, v[rank]);
}
