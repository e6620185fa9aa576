// SPDX-License-Identifier: MIT
//
// map_regions - x[i] += 1, for i from 0 to n - 1: one element per work-item.
//
// The last work-group may reach past n.

kernel void map_regions_increment(global uint *x, ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) x[i] += 1;
}
