// SPDX-License-Identifier: MIT
//
// Exercise 3 of map_regions: four numbers per work-item.
//
// map_regions - x[i] += 1, for i from 0 to n - 1: one element per work-item.
//
// The last work-group may reach past n.

kernel void map_regions_increment(global uint *x, ulong n)
{
    size_t i = get_global_id(0);
    //: skeleton
    //: for (size_t k = 4 * i; k < n && k < 4 * i + 3; k++)
    //:     x[k] += 1;
    //: solution
    for (size_t k = 4 * i; k < min((ulong)(4 * i + 4), n); k++)
        x[k] += 1;
    //: end
}
