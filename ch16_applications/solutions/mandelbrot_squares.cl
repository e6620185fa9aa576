// SPDX-License-Identifier: MIT
//
// Exercise 3 of mandelbrot: each square is computed once.

#pragma OPENCL FP_CONTRACT OFF    // each product and each sum is rounded, as on the host

// The picture has width x height pixels, and they are `step` apart.  Pixel (0, 0) is the point
// (left, top).
kernel void mandelbrot(global uint *restrict counts, float left, float top, float step, ulong width,
                       ulong height, uint most)
{
    size_t column = get_global_id(0), row = get_global_id(1);
    if (column >= width || row >= height) return;
    float cx = left + column * step, cy = top - row * step;

    uint n = 0;
    float x = 0, y = 0, xx = 0, yy = 0;
    while (n < most && xx + yy <= 4) {
        y = 2 * x * y + cy;
        x = xx - yy + cx;
        //: skeleton
        //: // Here: the squares of the new point.
        //: solution
        xx = x * x;
        yy = y * y;
        //: end
        n++;
    }
    counts[row * width + column] = n;
}
