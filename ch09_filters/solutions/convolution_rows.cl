// SPDX-License-Identifier: MIT
//
// Exercise 2 of convolution: a filter of 3 x 3 numbers, with vectors of three.

kernel void convolution(global float *restrict out, global const float *restrict in,
                        constant float *restrict filter, uint width, uint height, uint pitch,
                        uint n)
{
    const size_t x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    float sum = 0.0f;
    for (uint r = 0; r < 3; r++) {
        float3 row = vload3(0, in + (y + r) * pitch + x);
        //: skeleton
        //: sum += row.x;    // Here: the three products of this row.
        //: solution
        sum += dot(vload3(r, filter), row);
        //: end
    }
    out[y * width + x] = sum;
}
