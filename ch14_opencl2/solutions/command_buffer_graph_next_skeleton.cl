// SPDX-License-Identifier: MIT
//
// Exercise 2 of command_buffer_graph: two numbers per work-item.  Here each has only the first of
// its two.
//
//     cp ch14_opencl2/solutions/command_buffer_graph_next_skeleton.cl build/mine.cl
//     build/bin/command_buffer_graph -k build/mine.cl

kernel void command_buffer_graph_part(global uint *x, ulong first, ulong count)
{
    size_t i = 2 * get_global_id(0);
    if (i < count) x[first + i] = 3 * x[first + i] + 1;
}

kernel void command_buffer_graph_join(global uint *y, global const uint *x, ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) y[i] = 5 * y[i] + x[i] + 2 * x[n - 1 - i];
}
