// SPDX-License-Identifier: MIT
//
// Exercise 4 of map_regions: half of the work-items do all the work.
//
// map_regions - x[i] += 1, for i from 0 to n - 1: one element per work-item.
//
// The last work-group may reach past n.

kernel void map_regions_increment(global uint *x, ulong n)
{
    size_t half_of = (get_global_size(0) + 1) / 2;
    if (get_global_id(0) >= half_of) return;
    //: skeleton
    //: size_t i = get_global_id(0);
    //: if (i < n) x[i] += 1;    // Here: and the numbers behind these
    //: solution
    for (size_t i = get_global_id(0); i < n; i += half_of)
        x[i] += 1;
    //: end
}
