// SPDX-License-Identifier: MIT
//
// Exercise 4 of edges_chain: the median by ranks.
//
// Two filters of a grey picture, one byte per pixel, `size.x` pixels per row without padding.
// Outside of the picture is the nearest pixel.  Work-item (x, y) makes pixel (x, y).  What the
// median writes, the Sobel filter can read: both have the same arguments.

int pixel_at(global const uchar *in, int2 size, int x, int y)
{
    return in[(size_t)clamp(y, 0, size.y - 1) * size.x + clamp(x, 0, size.x - 1)];
}

// The median of 3 x 3 pixels: the one with four others before it.
kernel void edges_chain_median(global uchar *restrict out, global const uchar *restrict in,
                               int2 size)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= size.x || y >= size.y) return;
    int v[9];
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++)
            v[3 * j + i] = pixel_at(in, size, x + i - 1, y + j - 1);
    for (int k = 0; k < 9; k++) {
        int rank = 0;
        for (int m = 0; m < 9; m++)
            //: skeleton
            //: rank += v[m] < v[k];    // Here: and which of two equal ones comes first?
            //: solution
            rank += v[m] < v[k] || (v[m] == v[k] && m < k);    // of equal ones the first
        //: end
        if (rank == 4) out[(size_t)y * size.x + x] = (uchar)v[k];
    }
}

// The magnitude of the gradient, the nearest integer, at most 255.
kernel void edges_chain_sobel(global uchar *restrict out, global const uchar *restrict in,
                              int2 size)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= size.x || y >= size.y) return;
    int gx = 0, gy = 0;
    for (int k = -1; k <= 1; k++) {
        int weight = k == 0 ? 2 : 1;
        gx += weight * (pixel_at(in, size, x + 1, y + k) - pixel_at(in, size, x - 1, y + k));
        gy += weight * (pixel_at(in, size, x + k, y + 1) - pixel_at(in, size, x + k, y - 1));
    }
    int square = min(gx * gx + gy * gy, 255 * 255);
    out[(size_t)y * size.x + x] = (uchar)(sqrt((float)square) + 0.5f);
}
