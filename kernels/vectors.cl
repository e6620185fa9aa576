// SPDX-License-Identifier: MIT
//
// vectors - exchanges red and blue of each pixel, and makes it half as bright.
//
// A pixel is four bytes: red, green, blue, alpha.  Work-item i makes pixel i.
//
//     in     200 100  50 255 |  10  20  30 255
//     out     25  50 100 255 |  15  10   5 255

kernel void vectors(global uchar *restrict out, global const uchar *restrict in, uint n)
{
    const size_t i = get_global_id(0);
    if (i >= n) return;
    uchar4 pixel = vload4(i, in);        // bytes 4 i to 4 i + 3: pixel.x, .y, .z and .w
    pixel.xyz = pixel.zyx / (uchar)2;    // three of the four, in another order; .w stays
    vstore4(pixel, i, out);
}
