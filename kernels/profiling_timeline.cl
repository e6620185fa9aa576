// SPDX-License-Identifier: MIT

// y[i] = alpha * x[i] + y[i], for i from 0 to n - 1.  One element per work-item.
kernel void profiling_timeline(global float *restrict y, float alpha,
                               global const float *restrict x, ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) y[i] = alpha * x[i] + y[i];
}
