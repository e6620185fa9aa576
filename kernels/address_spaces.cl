// SPDX-License-Identifier: MIT
//
// address_spaces - the four memories of a device, one line for each.

// Constant memory at program scope: all work-items may read it, and the compiler knows its values.
constant uint weights[4] = { 1, 10, 100, 1000 };

// One work-item per element.  In the picture a work-group has 4 work-items.
//
//     x       3    1    4    1 |    5    9    2    6        global: from the host
//     mine    3    1    4    1 |    5    9    2    6        private: one per work-item
//     first   3                |    5                       local: one per work-group
//     y       6   13  403 1003 |   10   95  205 6005        global: to the host
kernel void address_spaces(global uint *restrict y, global const uint *restrict x, ulong n)
{
    local uint first;
    size_t i = get_global_id(0);
    uint mine = i < n ? x[i] : 0;
    if (get_local_id(0) == 0) first = mine;    // one work-item writes, all read
    barrier(CLK_LOCAL_MEM_FENCE);              // they wait here until it is written
    if (i < n) y[i] = weights[i % 4] * mine + first;
}
