// SPDX-License-Identifier: MIT
//
// y[i] = x[i] * x[i] + add, modulo 2^32, for i from 0 to n - 1.  One element per work-item.  The
// result shows whether one of two passes was left out or done twice.
kernel void multi_context_square(global uint *restrict y, global const uint *restrict x, uint add,
                                 ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) y[i] = x[i] * x[i] + add;
}
