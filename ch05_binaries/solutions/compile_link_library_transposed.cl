// SPDX-License-Identifier: MIT
//
// Exercise 4 of compile_link_library: column after column.
//: skeleton
//: // Here the weights have changed places, too.
//: end

#include "edges/mirror.h"
#include "tone.h"

constant sampler_t PIXEL = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;

kernel void image_filter(write_only image2d_t dst, read_only image2d_t src, constant float *weights,
                         int n, int m)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    int2 size = get_image_dim(src);
    if (at.x >= size.x || at.y >= size.y) return;

    float4 sum = 0.0f;
    for (int column = 0; column < n; column++)
        for (int row = 0; row < m; row++) {
            int2 from = at + (int2)(column - n / 2, row - m / 2);
            //: skeleton
            //: sum += weights[column * m + row] * read_imagef(src, PIXEL, mirror(from, size));
            //: solution
            sum += weights[row * n + column] * read_imagef(src, PIXEL, mirror(from, size));
            //: end
        }
    write_imagef(dst, at, tone_contrast(sum));
}
