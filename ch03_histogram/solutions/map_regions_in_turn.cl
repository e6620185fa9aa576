// SPDX-License-Identifier: MIT
//
// map_regions_increment by half of the work-items.
//
// map_regions - x[i] += 1, for i from 0 to n - 1: one element per work-item.
//
// The last work-group may reach past n.

kernel void map_regions_increment(global uint *x, ulong n)
{
    size_t half_of = (get_global_size(0) + 1) / 2;
    if (get_global_id(0) >= half_of) return;
    for (size_t i = get_global_id(0); i < n; i += half_of)
        x[i] += 1;
}
