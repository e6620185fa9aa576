// SPDX-License-Identifier: MIT
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

    // Sort: the least of all goes to place 0, the least of the others to place 1, ... to place 4.
    for (int i = 0; i <= 4; i++)
        for (int k = i + 1; k < 9; k++) {
            uchar4 low = min(window[i], window[k]);
            window[k] = max(window[i], window[k]);
            window[i] = low;
        }
    out[y * (long)get_global_size(0) + x] = window[4];
}
