// SPDX-License-Identifier: MIT
//
// math_builtins - six functions of the same numbers.  Work-item i computes all of x[i].
//
// y has n results of sqrt, then n of exp, and so on.

kernel void math_builtins(global float *restrict y, global const float *restrict x, ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    y[i] = sqrt(x[i]);
    y[n + i] = exp(x[i]);
    y[2 * n + i] = log(x[i]);
    y[3 * n + i] = sin(x[i]);
    y[4 * n + i] = tan(x[i]);
    y[5 * n + i] = pow(x[i], 1.5f);
}
