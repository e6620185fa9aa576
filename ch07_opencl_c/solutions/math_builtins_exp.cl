// SPDX-License-Identifier: MIT
//
// Exercise 2 of math_builtins: write your own exp.

// exp(x) = 2^k * e^r, where k is a whole number and r is small: x = k * log(2) + r.
float own_exp(float x)
{
    float k = rint(x * 1.44269504f);    // 1 / log(2)
    // log(2) in two parts.  The first one has few digits, so its product with k is exact.
    float r = x - k * 0.693359375f - k * -2.12194440e-4f;
    // The sum 1 + r + r^2 / 2! + r^3 / 3! + ..., from its end.
    float sum = 0.0f;
    //: skeleton
    //: // Here: a loop of some terms, for |r| up to log(2) / 2.
    //: solution
    for (int i = 8; i > 0; i--)
        sum = (1.0f + sum) * (r / (float)i);
    //: end
    return ldexp(1.0f + sum, (int)k);
}

kernel void math_builtins(global float *restrict y, global const float *restrict x, ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    y[i] = sqrt(x[i]);
    y[n + i] = own_exp(x[i]);
    y[2 * n + i] = log(x[i]);
    y[3 * n + i] = sin(x[i]);
    y[4 * n + i] = tan(x[i]);
    y[5 * n + i] = pow(x[i], 1.5f);
}
