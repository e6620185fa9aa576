// SPDX-License-Identifier: MIT
//
// map_costs - x[i] += 1: one element per work-item, and as many work-items as elements.

kernel void map_costs_increment(global uint *x)
{
    x[get_global_id(0)] += 1;
}
