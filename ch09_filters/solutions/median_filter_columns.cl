// SPDX-License-Identifier: MIT
//
// Exercise 2 of median_filter: columns first, and then what is left of them.

// The pixel at (x, y); outside of the picture, the nearest one at its edge.
uchar4 pixel_at(global const uchar4 *in, long x, long y)
{
    long width = get_global_size(0), height = get_global_size(1);
    return in[clamp(y, 0L, height - 1) * width + clamp(x, 0L, width - 1)];
}

// The middle one of three.
uchar4 middle_of(uchar4 a, uchar4 b, uchar4 c)
{
    return max(min(a, b), min(max(a, b), c));
}

// Work-item (x, y) makes pixel (x, y).
kernel void median_filter(global uchar4 *restrict out, global const uchar4 *restrict in)
{
    long x = get_global_id(0), y = get_global_id(1);
    uchar4 low[3], middle[3], high[3];    // of each column
    for (int i = 0; i < 3; i++) {
        uchar4 above = pixel_at(in, x + i - 1, y - 1);
        uchar4 here = pixel_at(in, x + i - 1, y);
        uchar4 below = pixel_at(in, x + i - 1, y + 1);
        low[i] = min(min(above, here), below);
        middle[i] = middle_of(above, here, below);
        high[i] = max(max(above, here), below);
    }
    //: skeleton
    //: // Here: the largest of low, the middle one of middle, the smallest of high.
    //: out[y * (long)get_global_size(0) + x] = middle[1];
    //: solution
    uchar4 largest_low = max(max(low[0], low[1]), low[2]);
    uchar4 middle_middle = middle_of(middle[0], middle[1], middle[2]);
    uchar4 smallest_high = min(min(high[0], high[1]), high[2]);
    out[y * (long)get_global_size(0) + x] = middle_of(largest_low, middle_middle, smallest_high);
    //: end
}
