// SPDX-License-Identifier: MIT
//
// map_buffer whose even work-items add 1 to two numbers.
//
// map_buffer - adds 1 to each number: one work-item per number.

kernel void map_buffer(global uint *x)
{
    size_t i = 2 * get_global_id(0), n = get_global_size(0);
    if (i < n) x[i] += 1;
    if (i + 1 < n) x[i + 1] += 1;
}
