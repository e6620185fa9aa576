// SPDX-License-Identifier: MIT
//
// build_options - divides each number by the same one.  Work-item i divides number i.
//
// DIVISOR    the host may choose it with -DDIVISOR=...

#ifndef DIVISOR
#define DIVISOR 3.0f
#endif

kernel void build_options(global float *restrict y, global const float *restrict x, uint n)
{
    const size_t i = get_global_id(0);
    if (i < n) y[i] = x[i] / DIVISOR;
}
