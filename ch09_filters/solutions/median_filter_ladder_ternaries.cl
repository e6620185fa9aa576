// SPDX-License-Identifier: MIT
//
// median_filter_ladder --format grey --variant buffer
//               --kernel build/exercises/median_filter_ladder_ternaries.cl
//
// The book's median: a bubble sort that stops when the median is in its place.  Work-item (x, y)
// makes pixel (x, y).
//: skeleton
//: // As in the book, the result is one place too far, and two pixels are exchanged behind an `if`:
//: // only pictures with one channel build.
//: solution
// BRANCHES 1 exchanges two pixels behind an `if`; 0 has no branch, and takes vectors, too.
//: end

#include "filter_pixels.h"

//: skeleton
//: #define RADIUS (WINDOW / 2)
//: #define COUNT  (WINDOW * WINDOW)
//: solution
#define BRANCHES 0

#define RADIUS (WINDOW / 2)
#define COUNT  (WINDOW * WINDOW)
#define RANK   (COUNT / 2)    // of the median, counted from 0

#if FORMAT == 2
#define NUMBER(x) ((x) < INFINITY ? (x) : INFINITY)    // a NaN counts as +infinity
#else
#define NUMBER(x) (x)
#endif
//: end

kernel void median_filter_ladder_buffer(global pixel *restrict out, global const pixel *restrict in,
                                        int4 shape)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= shape.x || y >= shape.y) return;
    value v[COUNT];
    //: skeleton
    //: for (int j = 0; j < WINDOW; j++)
    //:     for (int i = 0; i < WINDOW; i++)
    //:         v[WINDOW * j + i] = buffer_at(in, x + i - RADIUS, y + j - RADIUS, shape);
    //: // Exercise 4 of median_filter_ladder: the right place, and ternary operators.
    //: int rank = COUNT / 2 + 1;
    //: for (int pass = 0; pass < rank; pass++)
    //:     for (int k = 0; k < COUNT - 1 - pass; k++)
    //:         if (v[k] > v[k + 1]) {
    //:             value t = v[k];
    //:             v[k] = v[k + 1];
    //:             v[k + 1] = t;
    //:         }
    //: buffer_set(out, x, y, shape, v[rank]);
    //: solution
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
    //: end
}
