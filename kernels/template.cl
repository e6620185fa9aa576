// SPDX-License-Identifier: MIT
//
// c[i] = a[i] + b[i], for i from 0 to n - 1: one element per work-item.

// The last work-group may reach past n: those work-items do nothing.
kernel void template_add(global float *restrict c, global const float *restrict a,
                         global const float *restrict b, ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) c[i] = a[i] + b[i];
}
