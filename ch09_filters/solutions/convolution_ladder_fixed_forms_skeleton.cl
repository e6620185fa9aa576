// SPDX-License-Identifier: MIT
//
// convolution_ladder --variant four_sums
//             --kernel ch09_filters/solutions/convolution_ladder_fixed_forms_skeleton.cl
//
// four_sums with a width that is known when the program is built (-DWIDTH=9).  The products of a
// row that are left behind the last four are missing: it is right for multiples of 4.

#if !defined(WIDTH)
#error "the host must build this file with -DWIDTH="
#endif

kernel void convolution_ladder_four_sums(global float *restrict out,
                                         global const float *restrict in,
                                         constant float *restrict filter, uint width, uint height,
                                         uint pitch, uint n)
{
    const size_t x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    float sum0 = 0.0f, sum1 = 0.0f, sum2 = 0.0f, sum3 = 0.0f;
    for (uint r = 0; r < WIDTH; r++) {
        constant float *f = filter + r * WIDTH;
        global const float *from = in + (y + r) * pitch + x;
        uint c = 0;
#pragma unroll
        for (; c + 4 <= WIDTH; c += 4) {
            sum0 += f[c] * from[c];
            sum1 += f[c + 1] * from[c + 1];
            sum2 += f[c + 2] * from[c + 2];
            sum3 += f[c + 3] * from[c + 3];
        }
        // Exercise 9 of convolution_ladder: the products that are left.
    }
    out[y * width + x] = sum0 + sum1 + (sum2 + sum3);
}
