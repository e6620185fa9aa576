// SPDX-License-Identifier: MIT
//
// convolution for filters of 3 x 3 numbers: a row of three is a vector.

kernel void convolution(global float *restrict out, global const float *restrict in,
                        constant float *restrict filter, uint width, uint height, uint pitch,
                        uint n)
{
    const size_t x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    float sum = 0.0f;
    for (uint r = 0; r < 3; r++) {
        float3 row = vload3(0, in + (y + r) * pitch + x);
        sum += dot(vload3(r, filter), row);
    }
    out[y * width + x] = sum;
}
