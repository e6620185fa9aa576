// SPDX-License-Identifier: MIT
//
// create_binary - something to compile: a number per work-item, and as many work-items as numbers.

kernel void create_binary(global uint *restrict y, global const uint *restrict x)
{
    size_t i = get_global_id(0);
    y[i] = 3 * x[i] + 1;
}
