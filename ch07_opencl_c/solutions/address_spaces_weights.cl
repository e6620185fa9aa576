// SPDX-License-Identifier: MIT
//
// address_spaces_weights - the weights in local memory: the work-items of a group put them there.

constant uint weights[4] = { 1, 10, 100, 1000 };

kernel void address_spaces(global uint *restrict y, global const uint *restrict x, ulong n)
{
    local uint first, shared[4];
    size_t i = get_global_id(0);
    uint mine = i < n ? x[i] : 0;
    if (get_local_id(0) == 0) first = mine;
    for (size_t k = get_local_id(0); k < 4; k += get_local_size(0))
        shared[k] = weights[k];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n) y[i] = shared[i % 4] * mine + first;
}
