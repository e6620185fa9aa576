// SPDX-License-Identifier: MIT
//
// One work-item per pixel: the sum of a window of n columns and m rows around it, each pixel times
// its weight, then the contrast of tone.h.  weights: row by row.
//
// This file is compiled alone.  The compiler gets both headers as programs, not as files.  The
// functions that they declare are in two other programs, and the linker joins the three.

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
    for (int row = 0; row < m; row++)
        for (int column = 0; column < n; column++) {
            int2 from = at + (int2)(column - n / 2, row - m / 2);
            sum += weights[row * n + column] * read_imagef(src, PIXEL, mirror(from, size));
        }
    write_imagef(dst, at, tone_contrast(sum));
}
