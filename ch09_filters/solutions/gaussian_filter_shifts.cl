// SPDX-License-Identifier: MIT
//
// Exercise 3 of gaussian_filter: shifts in place of weights.
//
// A weighted mean of the nine pixels around each one, channel by channel: the nearer, the heavier.
//
// A pixel has four channels: red, green, blue, alpha.  The NDRange is as large as the picture.

// The pixel at (x, y); outside of the picture, the nearest one at its edge.
int4 pixel_at(global const uchar4 *in, long x, long y)
{
    long width = get_global_size(0), height = get_global_size(1);
    return convert_int4(in[clamp(y, 0L, height - 1) * width + clamp(x, 0L, width - 1)]);
}

// Work-item (x, y) makes pixel (x, y).
kernel void gaussian_filter(global uchar4 *restrict out, global const uchar4 *restrict in)
{
    long x = get_global_id(0), y = get_global_id(1);
    int4 sum = 0;
    for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++)
            //: skeleton
            //: sum += pixel_at(in, x + i, y + j) << 2;
            //: solution
            sum += pixel_at(in, x + i, y + j) << (2 - abs(i) - abs(j));
    //: end
    out[y * (long)get_global_size(0) + x] = convert_uchar4((sum + 8) / 16);    // the nearest
}
