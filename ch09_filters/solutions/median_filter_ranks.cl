// SPDX-License-Identifier: MIT
//
// Exercise 3 of median_filter: the rank of each pixel, without a sort.
//
// The middle one of the nine pixels around each one, channel by channel: specks vanish, edges stay.
//
// A pixel has four channels: red, green, blue, alpha.  The NDRange is as large as the picture.

// The pixel at (x, y); outside of the picture, the nearest one at its edge.
uchar4 pixel_at(global const uchar4 *in, long x, long y)
{
    long width = get_global_size(0), height = get_global_size(1);
    return in[clamp(y, 0L, height - 1) * width + clamp(x, 0L, width - 1)];
}

// Work-item (x, y) makes pixel (x, y).
kernel void median_filter(global uchar4 *restrict out, global const uchar4 *restrict in)
{
    long x = get_global_id(0), y = get_global_id(1);
    uchar4 window[9];
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++)
            window[3 * j + i] = pixel_at(in, x + i - 1, y + j - 1);

    uchar4 median = 0;
    for (int k = 0; k < 9; k++) {
        char4 rank = 0;    // how many come before pixel k; comparisons give -1 or 0
        for (int m = 0; m < 9; m++) {
            rank -= window[m] < window[k];
            //: skeleton
            //: // Here: which of two equal pixels comes first?
            //: solution
            if (m < k) rank -= window[m] == window[k];    // of equal ones the first comes first
            //: end
        }
        median = select(median, window[k], rank == (char4)(4));
    }
    out[y * (long)get_global_size(0) + x] = median;
}
