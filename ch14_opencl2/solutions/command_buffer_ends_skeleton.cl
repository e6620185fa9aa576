// SPDX-License-Identifier: MIT
//
// Exercise 2 of command_buffer: the neighbours, without a condition.

kernel void command_buffer(global uint *restrict y, global const uint *restrict x, ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    uint before = x[i];    // Here: the number before it.
    uint after = x[i];     // Here: the number after it.
    y[i] = (before + 2 * x[i] + after) / 4;
}
