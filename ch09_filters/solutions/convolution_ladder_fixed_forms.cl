// SPDX-License-Identifier: MIT
//
// convolution_ladder --variant four_sums
//             --kernel build/exercises/convolution_ladder_fixed_forms.cl
//
// The lecture's forms once more, with a width that is known when the program is built (-DWIDTH=9).
// convolution_ladder.cl explains each form; here WIDTH stands for n.
//: skeleton
//: // Here is four_sums alone.  The products of a row that are left behind the last four are missing:
//: // it is right for multiples of 4.
//: end

#if !defined(WIDTH)
#error "the host must build this file with -DWIDTH="
#endif

//: solution
kernel void convolution_ladder_unroll4(global float *restrict out, global const float *restrict in,
                                       constant float *restrict filter, uint width, uint height,
                                       uint pitch, uint n)
{
    const size_t x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    float sum = 0.0f;
    for (uint r = 0; r < WIDTH; r++) {
        constant float *f = filter + r * WIDTH;
        global const float *from = in + (y + r) * pitch + x;
        uint c = 0;
#pragma unroll
        for (; c + 4 <= WIDTH; c += 4) {
            sum += f[c] * from[c];
            sum += f[c + 1] * from[c + 1];
            sum += f[c + 2] * from[c + 2];
            sum += f[c + 3] * from[c + 3];
        }
#pragma unroll
        for (; c < WIDTH; c++)
            sum += f[c] * from[c];
    }
    out[y * width + x] = sum;
}

kernel void convolution_ladder_unroll_branches(global float *restrict out,
                                               global const float *restrict in,
                                               constant float *restrict filter, uint width,
                                               uint height, uint pitch, uint n)
{
    const size_t x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    float sum = 0.0f;
    for (uint r = 0; r < WIDTH; r++) {
        constant float *f = filter + r * WIDTH;
        global const float *from = in + (y + r) * pitch + x;
        uint c = 0;
#pragma unroll
        for (; c + 4 <= WIDTH; c += 4) {
            sum += f[c] * from[c];
            sum += f[c + 1] * from[c + 1];
            sum += f[c + 2] * from[c + 2];
            sum += f[c + 3] * from[c + 3];
        }
        const uint left = WIDTH - c;
        if (left == 1) {
            sum += f[c] * from[c];
        } else if (left == 2) {
            sum += f[c] * from[c];
            sum += f[c + 1] * from[c + 1];
        } else if (left == 3) {
            sum += f[c] * from[c];
            sum += f[c + 1] * from[c + 1];
            sum += f[c + 2] * from[c + 2];
        }
    }
    out[y * width + x] = sum;
}

//: end
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
        //: skeleton
        //: // Exercise 3 of convolution_ladder: the products that are left.
        //: solution
#pragma unroll
        for (; c < WIDTH; c++)
            sum0 += f[c] * from[c];
        //: end
    }
    out[y * width + x] = sum0 + sum1 + (sum2 + sum3);
}
//: solution

kernel void convolution_ladder_float4(global float *restrict out, global const float *restrict in,
                                      constant float *restrict filter, uint width, uint height,
                                      uint pitch, uint n)
{
    const size_t x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    float4 sum = 0.0f;
    for (uint r = 0; r < WIDTH; r++) {
        constant float *f = filter + r * WIDTH;
        global const float *from = in + (y + r) * pitch + x;
        uint c = 0;
#pragma unroll
        for (; c + 4 <= WIDTH; c += 4)
            sum += vload4(0, f + c) * vload4(0, from + c);
#pragma unroll
        for (; c < WIDTH; c++)
            sum.x += f[c] * from[c];
    }
    out[y * width + x] = dot(sum, (float4)1.0f);    // x + y + z + w
}
//: end
