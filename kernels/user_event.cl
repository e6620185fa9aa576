// SPDX-License-Identifier: MIT
//
// y[i] = a * x[i] + y[i], for i from 0 to n - 1.  One element per work-item.

kernel void user_event_add(global uint *y, global const uint *x, uint a, ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) y[i] += a * x[i];
}
