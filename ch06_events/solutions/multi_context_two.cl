// SPDX-License-Identifier: MIT
//
// Exercise 3 of multi_context: two elements per work-item.

// y[i] = x[i] * x[i] + add, modulo 2^32, for i from 0 to n - 1.  One element per work-item.  The
// result shows whether one of two passes was left out or done twice.
kernel void multi_context_square(global uint *restrict y, global const uint *restrict x, uint add,
                                 ulong n)
{
    size_t i = get_global_id(0);
    size_t half_n = (n + 1) / 2, other = i + half_n;
    if (i >= half_n) return;
    y[i] = x[i] * x[i] + add;
    //: skeleton
    //: if (other < n) y[other] = x[i] * x[i] + add;    // Here: this is the first one again.
    //: solution
    if (other < n) y[other] = x[other] * x[other] + add;
    //: end
}
