// SPDX-License-Identifier: MIT
//
// pragmas --kernel build/exercises/pragmas_double.cl
//
// The last kernel rounds once, without fma.
//: skeleton
//: // Here it rounds twice.
//: solution
// A double holds product and sum exactly.
//: end

//: skeleton
//: // Exercise 2 of pragmas: what OpenCL C 1.1 needs for double
//: solution
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
//: end

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

//: skeleton
//: // Rounds once, without fma.
//: solution
// Rounds once, without fma: only the conversion to float rounds.
//: end
kernel void pragmas_fma(global float *restrict out, global const float *restrict x,
                        global const float *restrict y, global const float *restrict z, ulong n)
{
#pragma OPENCL FP_CONTRACT OFF
    size_t i = get_global_id(0);
    //: skeleton
    //: // Exercise 2 of pragmas: your line
    //: if (i < n) out[i] = x[i] * y[i] + z[i];
    //: solution
    if (i < n) out[i] = (float)((double)x[i] * y[i] + z[i]);
    //: end
}
