// SPDX-License-Identifier: MIT
//
// Exercise 2 of mandelbrot_zoom: the fraction is made of |z|, not of its square.

#if !defined(REAL) || !defined(BITS)
#error "the host must build this file with -DREAL=<type> -DBITS=<number>"
#endif

#pragma OPENCL FP_CONTRACT OFF    // each product and each sum is rounded, as on the host

// The picture has width x height pixels, and they are `step` apart.  Pixel (0, 0) is the point
// (left, top).  z begins at the pixel.  c is the pixel, too, or (julia_x, julia_y) for all of them.
kernel void mandelbrot_zoom(global uint *restrict counts, global float *restrict fractions,
                            REAL left, REAL top, REAL step, uint julia, REAL julia_x, REAL julia_y,
                            ulong width, ulong height, uint most)
{
    size_t column = get_global_id(0), row = get_global_id(1);
    if (column >= width || row >= height) return;
    REAL x = left + column * step, y = top - row * step;
    REAL cx = julia ? julia_x : x, cy = julia ? julia_y : y;

    uint n = 0;
    while (n < most && x * x + y * y <= (1 << BITS)) {
        REAL next = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = next;
        n++;
    }
    //: skeleton
    //: // Here: |z|.  length() makes it of x and y, and x * x + y * y is not needed.
    //: float size = x * x + y * y;
    //: solution
    float size = length((float2)(x, y));
    //: end
    counts[row * width + column] = n;
    //: skeleton
    //: // Here: what log2(size) is divided by when z is on the edge.
    //: fractions[row * width + column] = n < most ? 1 - log2(log2(size) / 1) : 0;
    //: solution
    fractions[row * width + column] = n < most ? 1 - log2(log2(size) / (BITS / 2)) : 0;
    //: end
}
