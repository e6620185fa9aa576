// SPDX-License-Identifier: MIT
//
// Exercise 4 of map_costs: two elements per work-item.

kernel void map_costs_increment(global uint *x)
{
    //: skeleton
    //: size_t i = get_global_id(0);
    //: if (i % 2 == 1) return;
    //: x[i] += 1;    // Here: and the next one.
    //: solution
    size_t i = get_global_id(0), n = get_global_size(0);
    if (i % 2 == 1) return;
    if (i + 1 < n)
        vstore2(vload2(0, x + i) + 1, 0, x + i);
    else
        x[i] += 1;
    //: end
}
