// SPDX-License-Identifier: MIT
//
// x[i] += 1: as many work-items as elements.

kernel void map_buffer_increment(global uint *x)
{
    x[get_global_id(0)] += 1;
}
