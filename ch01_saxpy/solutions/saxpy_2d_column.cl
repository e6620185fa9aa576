// SPDX-License-Identifier: MIT
//
// Exercise 4 of saxpy_2d: a row in two passes.

// A whole row per work-item.
kernel void saxpy_2d_row(global float *restrict a, float alpha, global const float *restrict b,
                         global const float *restrict c, ulong height, ulong width, ulong pitch)
{
    size_t y = get_global_id(1);
    if (y >= height) return;

    size_t row = y * pitch;
    //: skeleton
    //: for (size_t x = 0; x < width; x += 2)
    //:     a[row + x] = alpha * b[row + x] + c[row + x];
    //: // Here: the elements between them.
    //: solution
    for (size_t first = 0; first < 2; first++)
        for (size_t x = first; x < width; x += 2)
            a[row + x] = alpha * b[row + x] + c[row + x];
    //: end
}
