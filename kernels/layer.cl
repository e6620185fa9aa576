// SPDX-License-Identifier: MIT
//
// One step of many, one element per work-item.  The order of the steps counts.

kernel void layer_step(global uint *restrict x, uint step, ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) x[i] = 3 * x[i] + step;
}
