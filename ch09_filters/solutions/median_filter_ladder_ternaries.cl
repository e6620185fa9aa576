// SPDX-License-Identifier: MIT
//
// median_filter_ladder --variant buffer
//     --kernel ch09_filters/solutions/median_filter_ladder_ternaries.cl
//
// The book's median: a bubble sort that stops when the median is in its place.  Work-item (x, y)
// makes pixel (x, y).  BRANCHES 1 exchanges two pixels behind an `if`; 0 has no branch, and takes
// vectors, too.

#include "filter_pixels.h"

#define BRANCHES 0

#define RADIUS (WINDOW / 2)
#define COUNT  (WINDOW * WINDOW)
#define RANK   (COUNT / 2)    // of the median, counted from 0

#if FORMAT == 2
#define NUMBER(x) ((x) < INFINITY ? (x) : INFINITY)    // a NaN counts as +infinity
#else
#define NUMBER(x) (x)
#endif

kernel void median_filter_ladder_buffer(global pixel *restrict out, global const pixel *restrict in,
                                        int4 shape)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= shape.x || y >= shape.y) return;
    value v[COUNT];
    for (int j = 0; j < WINDOW; j++)
        for (int i = 0; i < WINDOW; i++)
            v[WINDOW * j + i] = NUMBER(buffer_at(in, x + i - RADIUS, y + j - RADIUS, shape));
    for (int pass = 0; pass <= RANK; pass++)
        for (int k = 0; k < COUNT - 1 - pass; k++) {
            value a = v[k], b = v[k + 1];
#if BRANCHES
            if (a > b) {
                v[k] = b;
                v[k + 1] = a;
            }
#else
            v[k] = a > b ? b : a;
            v[k + 1] = a > b ? a : b;
#endif
        }
    buffer_set(out, x, y, shape, v[RANK]);
}
