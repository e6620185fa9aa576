// SPDX-License-Identifier: MIT
//
// saxpy_2d --variant row --kernel build/exercises/saxpy_2d_stream.cl
//
// A whole row per work-item, as in saxpy_2d_row, with the stores of saxpy_stream.
//: skeleton
//: // The stores are missing: only what is behind the last whole float16 of a row is there.
//: end
// Such a store needs an aligned float16.  The pitch takes care of that: every row begins at a
// multiple of 64 bytes.

#include "stream.h"

kernel void saxpy_2d_row(global float *restrict a, float alpha, global const float *restrict b,
                         global const float *restrict c, ulong height, ulong width, ulong pitch)
{
    size_t y = get_global_id(1);
    if (y >= height) return;

    size_t row = y * pitch;
    global float16 *a16 = (global float16 *)(a + row);
    global const float16 *b16 = (global const float16 *)(b + row);
    global const float16 *c16 = (global const float16 *)(c + row);
    //: skeleton
    //: // Exercise 1 of saxpy_2d: width / 16 vectors, each with STREAM(value, address).
    //: solution
    for (size_t x = 0; x < width / 16; x++)
        STREAM(alpha * b16[x] + c16[x], &a16[x]);
    //: end
    for (size_t x = width / 16 * 16; x < width; x++)
        a[row + x] = alpha * b[row + x] + c[row + x];
}
