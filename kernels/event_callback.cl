// SPDX-License-Identifier: MIT
//
// y[i] = x[i] mixed with the block's number.  One work-item an element.

kernel void event_callback_mix(global uint *restrict y, global const uint *restrict x, uint block,
                               ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) y[i] = (x[i] ^ block) * 2654435761u;
}
