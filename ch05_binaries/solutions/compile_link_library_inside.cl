// SPDX-License-Identifier: MIT
//
// compile_link_library --kernel build/exercises/compile_link_library_inside.cl
//
// The filter of compile_link_library.cl.
//: skeleton
//: // Pixels whose window does not lie inside the picture stay black.
//: solution
// It calls mirror() only where the window reaches past an edge.
//: end
// One work-item per pixel.

#include "edges/mirror.h"
#include "tone.h"

constant sampler_t PIXEL = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;

kernel void image_filter(write_only image2d_t dst, read_only image2d_t src, constant float *weights,
                         int n, int m)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    int2 size = get_image_dim(src);
    if (at.x >= size.x || at.y >= size.y) return;

    int2 first = at - (int2)(n / 2, m / 2), last = first + (int2)(n - 1, m - 1);
    bool inside = all(first >= 0) && all(last < size);
    float4 sum = 0.0f;
    //: skeleton
    //: // Exercise 1 of compile_link_library: here the loop is left out near the edges.  Let it run
    //: // there, too, and take the pixel at mirror(from, size).
    //: if (!inside) m = 0;
    //: end
    for (int row = 0; row < m; row++)
        for (int column = 0; column < n; column++) {
            int2 from = first + (int2)(column, row);
            //: solution
            if (!inside) from = mirror(from, size);
            //: end
            sum += weights[row * n + column] * read_imagef(src, PIXEL, from);
        }
    write_imagef(dst, at, tone_contrast(sum));
}
