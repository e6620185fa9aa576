// SPDX-License-Identifier: MIT
//
// Exercise 2 of mandelbrot: points of the two large black parts are known without counting.

#pragma OPENCL FP_CONTRACT OFF    // each product and each sum is rounded, as on the host

// The picture has width x height pixels, and they are `step` apart.  Pixel (0, 0) is the point
// (left, top).
kernel void mandelbrot(global uint *restrict counts, float left, float top, float step, ulong width,
                       ulong height, uint most)
{
    size_t column = get_global_id(0), row = get_global_id(1);
    if (column >= width || row >= height) return;
    float cx = left + column * step, cy = top - row * step;

    //: skeleton
    //: // Here: q, the squared distance of c from (0.25, 0).
    //: float right = cx - 0.25f, q = 0;
    //: bool in_heart = q * (q + right) <= cy * cy / 4;
    //: // Here: whether c is at most 0.25 from (-1, 0).
    //: bool in_disc = false;
    //: solution
    float right = cx - 0.25f, q = right * right + cy * cy;
    bool in_heart = q * (q + right) <= cy * cy / 4;
    bool in_disc = (cx + 1) * (cx + 1) + cy * cy <= 0.0625f;
    //: end

    uint n = in_heart || in_disc ? most : 0;
    float x = 0, y = 0;
    while (n < most && x * x + y * y <= 4) {
        float next = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = next;
        n++;
    }
    counts[row * width + column] = n;
}
