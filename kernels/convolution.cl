// SPDX-License-Identifier: MIT
//
// convolution - each pixel becomes a sum of n x n pixels, each times a number of the filter.
//
//     out[y][x] = sum over r and c below n of filter[r][c] * in[y + r][x + c]
//
// `in` has a border: n - 1 rows and columns more than `out`.  A row of `in` has `pitch` floats.
// So in[y + n / 2][x + n / 2] is pixel (x, y), the middle of the sum.

kernel void convolution(global float *restrict out, global const float *restrict in,
                        constant float *restrict filter, uint width, uint height, uint pitch,
                        uint n)
{
    const size_t x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    float sum = 0.0f;
    for (uint r = 0; r < n; r++)
        for (uint c = 0; c < n; c++)
            sum += filter[r * n + c] * in[(y + r) * pitch + x + c];
    out[y * width + x] = sum;
}
