// SPDX-License-Identifier: MIT
//
// Exercise 4 of map_costs: two elements per work-item.

kernel void map_costs_increment(global uint *x)
{
    size_t i = get_global_id(0);
    if (i % 2 == 1) return;
    x[i] += 1;    // Here: and the next one.
}
