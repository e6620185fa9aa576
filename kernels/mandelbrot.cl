// SPDX-License-Identifier: MIT
//
// mandelbrot - how many steps each point of the plane takes to run away.
//
// A work-item per pixel: it has its point c = (cx, cy), and writes one count.

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
    float x = 0, y = 0;
    while (n < most && x * x + y * y <= 4) {
        float next = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = next;
        n++;
    }
    counts[row * width + column] = n;
}
