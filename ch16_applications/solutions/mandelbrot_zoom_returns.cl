// SPDX-License-Identifier: MIT
//
// Exercise 3 of mandelbrot_zoom: a z that comes back to where it was goes round for ever.

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

    // An old z, and the step after which the next one is kept.
    REAL old_x = x, old_y = y;
    uint keep = 8;

    uint n = 0;
    while (n < most && x * x + y * y <= (1 << BITS)) {
        REAL next = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = next;
        n++;
        //: skeleton
        //: // Here: when z is the old one, to the last bit, it goes round for ever: count `most`.
        //: // Here: after `keep` steps this z becomes the old one, and `keep` doubles.
        //: if (n == keep) n = most;
        //: solution
        if (x == old_x && y == old_y) n = most;
        if (n == keep) {
            old_x = x;
            old_y = y;
            keep *= 2;
        }
        //: end
    }
    float size = x * x + y * y;
    counts[row * width + column] = n;
    fractions[row * width + column] = n < most ? 1 - log2(log2(size) / BITS) : 0;
}
