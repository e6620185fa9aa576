// SPDX-License-Identifier: MIT
//
// convolution_ladder's unroll_branches as four kernels: what is left of a row after whole fours is
// known when the kernel is built.
//
//     build/bin/convolution_ladder -V unroll_branches -w 7
//                           -k build/exercises/convolution_ladder_four_kernels.cl
//
// The host sets WIDTH, the width of the filter.

#ifndef WIDTH
#error "the host must build this file with -DWIDTH=<columns of the filter>"
#endif

kernel void convolution_ladder_unroll_branches(global float *restrict out,
                                               global const float *restrict in,
                                               constant float *restrict filter, uint width,
                                               uint height, uint pitch, uint n)
{
    const size_t x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    float sum = 0.0f;
    for (uint r = 0; r < n; r++) {
        constant float *f = filter + r * n;
        global const float *from = in + (y + r) * pitch + x;
        uint c = 0;
        for (; c + 4 <= n; c += 4) {
            sum += f[c] * from[c];
            sum += f[c + 1] * from[c + 1];
            sum += f[c + 2] * from[c + 2];
            sum += f[c + 3] * from[c + 3];
        }
        //: skeleton
        //: // Exercise 2 of convolution_ladder: what is left of a row, known when the kernel is built.
        //: solution
#if WIDTH % 4 > 0
        sum += f[c] * from[c];
#endif
#if WIDTH % 4 > 1
        sum += f[c + 1] * from[c + 1];
#endif
#if WIDTH % 4 > 2
        sum += f[c + 2] * from[c + 2];
#endif
        //: end
    }
    out[y * width + x] = sum;
}
