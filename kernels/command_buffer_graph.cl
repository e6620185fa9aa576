// SPDX-License-Identifier: MIT
//
// command_buffer_graph - each part of x is changed by a launch of its own; then y takes two numbers
// of x that are in different parts.

kernel void command_buffer_graph_part(global uint *x, ulong first, ulong count)
{
    size_t i = get_global_id(0);
    if (i < count) x[first + i] = 3 * x[first + i] + 1;
}

kernel void command_buffer_graph_join(global uint *y, global const uint *x, ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) y[i] = 5 * y[i] + x[i] + 2 * x[n - 1 - i];
}
