// SPDX-License-Identifier: MIT
//
// Exercise 3 of map_buffer: two numbers per work-item.
//
// map_buffer - adds 1 to each number: one work-item per number.

kernel void map_buffer(global uint *x)
{
    size_t i = 2 * get_global_id(0), n = get_global_size(0);
    if (i < n) x[i] += 1;
    //: skeleton
    //: // Here: the second number, if it is there.
    //: solution
    if (i + 1 < n) x[i + 1] += 1;
    //: end
}
