// SPDX-License-Identifier: MIT
//
// Exercise 5 of edges_chain: each row is used for both gradients.
//
// Two filters of a grey picture, one byte per pixel, `size.x` pixels per row without padding.
// Outside of the picture is the nearest pixel.  Work-item (x, y) makes pixel (x, y).  What the
// median writes, the Sobel filter can read: both have the same arguments.

int pixel_at(global const uchar *in, int2 size, int x, int y)
{
    return in[(size_t)clamp(y, 0, size.y - 1) * size.x + clamp(x, 0, size.x - 1)];
}

// The median of 3 x 3 pixels.  After pass k the k + 1 largest ones are at the end, in order; after
// five passes v[4] is the fifth of nine.
kernel void edges_chain_median(global uchar *restrict out, global const uchar *restrict in,
                               int2 size)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= size.x || y >= size.y) return;
    int v[9];
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++)
            v[3 * j + i] = pixel_at(in, size, x + i - 1, y + j - 1);
    for (int pass = 0; pass < 5; pass++)
        for (int k = 0; k < 8 - pass; k++) {
            int low = min(v[k], v[k + 1]), high = max(v[k], v[k + 1]);
            v[k] = low;
            v[k + 1] = high;
        }
    out[(size_t)y * size.x + x] = (uchar)v[4];
}

// The magnitude of the gradient, the nearest integer, at most 255.
kernel void edges_chain_sobel(global uchar *restrict out, global const uchar *restrict in,
                              int2 size)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= size.x || y >= size.y) return;
    int gx = 0, gy = 0;
    for (int k = -1; k <= 1; k++) {
        int west = pixel_at(in, size, x - 1, y + k), east = pixel_at(in, size, x + 1, y + k);
        gx += (k == 0 ? 2 : 1) * (east - west);
        //: skeleton
        //: gy += (west + 2 * pixel_at(in, size, x, y + k) + east);
        //: solution
        gy += k * (west + 2 * pixel_at(in, size, x, y + k) + east);
        //: end
    }
    int square = min(gx * gx + gy * gy, 255 * 255);
    out[(size_t)y * size.x + x] = (uchar)(sqrt((float)square) + 0.5f);
}
