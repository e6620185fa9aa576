// SPDX-License-Identifier: MIT
//
// Exercise 2 of sobel_filter: each pixel is loaded once.

// The pixel at (x, y); outside of the picture, the nearest one at its edge.
int4 pixel_at(global const uchar4 *in, long x, long y)
{
    long width = get_global_size(0), height = get_global_size(1);
    return convert_int4(in[clamp(y, 0L, height - 1) * width + clamp(x, 0L, width - 1)]);
}

// Work-item (x, y) makes pixel (x, y).
kernel void sobel_filter(global uchar4 *restrict out, global const uchar4 *restrict in)
{
    long x = get_global_id(0), y = get_global_id(1);
    int4 above_left = pixel_at(in, x - 1, y - 1);
    int4 above = pixel_at(in, x, y - 1);
    int4 above_right = pixel_at(in, x + 1, y - 1);
    int4 left = pixel_at(in, x - 1, y);
    int4 right = pixel_at(in, x + 1, y);
    int4 below_left = pixel_at(in, x - 1, y + 1);
    int4 below = pixel_at(in, x, y + 1);
    int4 below_right = pixel_at(in, x + 1, y + 1);

    int4 gx = above_right - above_left + 2 * (right - left) + below_right - below_left;
    //: skeleton
    //: int4 gy = 0;    // Here: the three below minus the three above.
    //: solution
    int4 gy = below_left - above_left + 2 * (below - above) + below_right - above_right;
    //: end
    uchar4 result = convert_uchar4_sat_rte(sqrt(convert_float4(gx * gx + gy * gy)));
    result.w = 255;    // opaque
    out[y * (long)get_global_size(0) + x] = result;
}
