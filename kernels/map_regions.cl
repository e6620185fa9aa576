// SPDX-License-Identifier: MIT
//
// x[i] += 1, for i from 0 to n - 1: one work-item an element.  The last work-group reaches past n.

kernel void map_regions_increment(global uint *x, ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) x[i] += 1;
}
