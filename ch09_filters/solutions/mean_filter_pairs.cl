// SPDX-License-Identifier: MIT
//
// Exercise 3 of mean_filter: two channels in one number.
//
// The mean of the nine pixels around each one, channel by channel: the picture becomes softer.
//
// A pixel has four channels: red, green, blue, alpha.  The NDRange is as large as the picture.

// The pixel at (x, y); outside of the picture, the nearest one at its edge.
uint pixel_at(global const uchar4 *in, long x, long y)
{
    long width = get_global_size(0), height = get_global_size(1);
    return as_uint(in[clamp(y, 0L, height - 1) * width + clamp(x, 0L, width - 1)]);
}

// Work-item (x, y) makes pixel (x, y).
kernel void mean_filter(global uchar4 *restrict out, global const uchar4 *restrict in)
{
    long x = get_global_id(0), y = get_global_id(1);
    uint even = 0, odd = 0;    // two sums in each, of 16 bits; 9 * 255 fits
    for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++) {
            even += pixel_at(in, x + i, y + j) & 0x00ff00ff;
            //: skeleton
            //: // Here: the other two channels.
            //: solution
            odd += pixel_at(in, x + i, y + j) >> 8 & 0x00ff00ff;
            //: end
        }
    uint4 sum = (uint4)(even, odd, even >> 16, odd >> 16) & 0xffff;
    out[y * (long)get_global_size(0) + x] = convert_uchar4((sum + 4) / 9);    // the nearest
}
