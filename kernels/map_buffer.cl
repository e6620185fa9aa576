// SPDX-License-Identifier: MIT
//
// map_buffer - adds 1 to each number: one work-item per number.

kernel void map_buffer(global uint *x)
{
    x[get_global_id(0)] += 1;
}
