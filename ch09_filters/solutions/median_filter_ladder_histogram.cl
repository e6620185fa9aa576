// SPDX-License-Identifier: MIT
//
// median_filter_ladder --format grey --variant buffer --kernel
// build/exercises/median_filter_ladder_histogram.cl
//
// A histogram of the window moves down the picture: a row of pixels comes in, and a row goes out.
// Work-item (x, y) with y a multiple of RUN makes RUN pixels below each other; the other work-items
// have nothing to do.
//: skeleton
//: // The row that goes out is missing, so the window only grows.  `below` counts the pixels that are
//: // less than the median.
//: solution
// The median moves only as far as the histogram has changed: `below` counts the pixels that are
// less than it.
//: end

#include "filter_pixels.h"

#if FORMAT != 1
#error "for --format grey"
#endif

#define RADIUS (WINDOW / 2)
#define RANK   (WINDOW * WINDOW / 2)
#define RUN    64

kernel void median_filter_ladder_buffer(global pixel *restrict out, global const pixel *restrict in,
                                        int4 shape)
{
    int x = get_global_id(0), first = get_global_id(1);
    if (x >= shape.x || first >= shape.y || first % RUN != 0) return;
    ushort counts[256];
    for (int i = 0; i < 256; i++)
        counts[i] = 0;
    int median = 0, below = 0;
    for (int y = first - RADIUS; y < min(first + RUN, shape.y) + RADIUS; y++) {
        for (int i = -RADIUS; i <= RADIUS; i++) {
            int p = buffer_at(in, x + i, y, shape);
            counts[p]++;
            below += p < median;
            //: skeleton
            //: // Exercise 2 of median_filter_ladder: take out the pixel that leaves the window,
            //: // WINDOW rows above.  Nothing goes out before the window is full.
            //: solution
            if (y <= first + RADIUS) continue;    // nothing goes out before the window is full
            p = buffer_at(in, x + i, y - WINDOW, shape);
            counts[p]--;
            below -= p < median;
            //: end
        }
        if (y < first + RADIUS) continue;
        while (below > RANK)
            below -= counts[--median];
        while (below + counts[median] <= RANK)
            below += counts[median++];
        buffer_set(out, x, y - RADIUS, shape, median);
    }
}
