// SPDX-License-Identifier: MIT
//
// y[i] = x[i] mixed with the number of the block, for i from 0 to n - 1.  One element per
// work-item.

kernel void callback_blocks_mix(global uint *restrict y, global const uint *restrict x, uint block,
                                ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) y[i] = (x[i] ^ block) * 2654435761u;
}
