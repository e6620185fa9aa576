// SPDX-License-Identifier: MIT
//
// saxpy - a[i] = alpha * b[i] + c[i], for i from 0 to n - 1: one work-item per element.

// The last work-group reaches past n: its work-items there do nothing.
kernel void saxpy(global float *restrict a, float alpha, global const float *restrict b,
                  global const float *restrict c, ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) a[i] = alpha * b[i] + c[i];
}
