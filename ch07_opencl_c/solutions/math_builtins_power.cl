// SPDX-License-Identifier: MIT
//
// Exercise 1 of math_builtins: x^1.5 without pow.

kernel void math_builtins(global float *restrict y, global const float *restrict x, ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    y[i] = sqrt(x[i]);
    y[n + i] = exp(x[i]);
    y[2 * n + i] = log(x[i]);
    y[3 * n + i] = sin(x[i]);
    y[4 * n + i] = tan(x[i]);
    //: skeleton
    //: y[5 * n + i] = x[i];    // Here: x^1.5, made of other functions.
    //: solution
    y[5 * n + i] = x[i] * sqrt(x[i]);
    //: end
}
