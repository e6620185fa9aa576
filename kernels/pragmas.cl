// SPDX-License-Identifier: MIT
//
// x * y + z, with and without #pragma OPENCL FP_CONTRACT.  Each kernel computes
// out[i] = x[i] * y[i] + z[i] for i from 0 to n - 1, one element per work-item.

// As long as nothing is said, the compiler may round once (fma) or twice.
kernel void pragmas_unsaid(global float *restrict out, global const float *restrict x,
                           global const float *restrict y, global const float *restrict z, ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) out[i] = x[i] * y[i] + z[i];
}

kernel void pragmas_on(global float *restrict out, global const float *restrict x,
                       global const float *restrict y, global const float *restrict z, ulong n)
{
#pragma OPENCL FP_CONTRACT ON
    size_t i = get_global_id(0);
    if (i < n) out[i] = x[i] * y[i] + z[i];
}

// The product is rounded, then the sum.  The pragma ends with the block that it begins.
kernel void pragmas_off(global float *restrict out, global const float *restrict x,
                        global const float *restrict y, global const float *restrict z, ulong n)
{
#pragma OPENCL FP_CONTRACT OFF
    size_t i = get_global_id(0);
    if (i < n) out[i] = x[i] * y[i] + z[i];
}

// Two expressions.  Only within one expression may the compiler round once.
kernel void pragmas_two(global float *restrict out, global const float *restrict x,
                        global const float *restrict y, global const float *restrict z, ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    float product = x[i] * y[i];
    out[i] = product + z[i];
}

// fma() always rounds once, whatever the pragma says.
kernel void pragmas_fma(global float *restrict out, global const float *restrict x,
                        global const float *restrict y, global const float *restrict z, ulong n)
{
#pragma OPENCL FP_CONTRACT OFF
    size_t i = get_global_id(0);
    if (i < n) out[i] = fma(x[i], y[i], z[i]);
}
