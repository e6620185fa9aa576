// SPDX-License-Identifier: MIT
//
// queue_families - one work-item per number: what a queue that takes kernels does.

kernel void queue_families(global uint *restrict y, global const uint *restrict x, ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) y[i] = 2 * x[i] + 1;
}
